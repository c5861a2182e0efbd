import { createStore } from 'jotai/vanilla'

/** The one store of atoms, for what runs outside of components: calls that find out that the session has ended. */
export const store = createStore()
