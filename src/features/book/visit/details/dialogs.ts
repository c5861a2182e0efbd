import { lazyModule, prefetch, withTexts } from '../../../../ui/lazy.tsx'

/* Opened from a row: the list loads without them. */
export const detailsDrawer = lazyModule(
  async () => (await withTexts(import('./details-drawer.tsx'), 'records')).DetailsDrawer,
)
export const cancelDialog = lazyModule(async () => (await import('../cancel-dialog.tsx')).CancelDialog)

export const prefetchDialogs = () => prefetch(detailsDrawer, cancelDialog)
