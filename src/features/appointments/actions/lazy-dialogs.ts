import { lazyModule, prefetch } from '../../../ui/lazy/lazy-module.ts'

/* Opened from a row: the list loads without them. */
export const detailsDrawer = lazyModule(
  async () => (await import('../details/details-drawer.tsx')).DetailsDrawer,
)
export const cancelDialog = lazyModule(async () => (await import('./cancel-dialog.tsx')).CancelDialog)

export const prefetchDialogs = () => prefetch(detailsDrawer, cancelDialog)
