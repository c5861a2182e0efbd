import { lazyPart, prepare } from '../../../ui/lazy-part.ts'

/* What opens from a row: the list is read without it. */
export const detailsPart = lazyPart(async () => (await import('../details/details-drawer.tsx')).DetailsDrawer)
export const cancelPart = lazyPart(async () => (await import('./cancel-dialog.tsx')).CancelDialog)

/** For who comes near the actions of a row. */
export const prepareLaterParts = () => prepare(detailsPart, cancelPart)
