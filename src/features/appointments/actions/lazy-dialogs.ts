import { lazyModule, prefetch } from '../../../ui/lazy/lazy-module.ts'

/* What opens from a row: the list is read without it. */
export const detailsDrawer = lazyModule(
  async () => (await import('../details/details-drawer.tsx')).DetailsDrawer,
)
export const cancelDialog = lazyModule(async () => (await import('./cancel-dialog.tsx')).CancelDialog)

/** For who comes near the actions of a row. */
export const prefetchDialogs = () => prefetch(detailsDrawer, cancelDialog)
