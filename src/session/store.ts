import { createStore } from 'jotai'

/** The one store of atoms, for what runs outside of components: calls that find out that the session has ended. */
export const store = createStore()
