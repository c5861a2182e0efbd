import { loadTexts } from '../../../../i18n/i18n.ts'
import { lazyModule, prefetch } from '../../../../ui/lazy.tsx'

/* Opened from a row: the list loads without them. */
export const detailsDrawer = lazyModule(async () => {
  const [{ DetailsDrawer }] = await Promise.all([import('./details-drawer.tsx'), loadTexts('records')])
  return DetailsDrawer
})
export const cancelDialog = lazyModule(async () => (await import('../cancel-dialog.tsx')).CancelDialog)

export const prefetchDialogs = () => prefetch(detailsDrawer, cancelDialog)
