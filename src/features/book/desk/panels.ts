import { lazyModule, prefetch, withTexts } from '../../../ui/lazy.tsx'

/* Booking and moving need the server, so neither is kept on a device, and nor are their texts. */
export const bookPanel = lazyModule(
  async () => (await withTexts(import('./book-panel.tsx'), 'desk')).BookPanel,
)
export const moveDialog = lazyModule(
  async () => (await withTexts(import('./move-dialog.tsx'), 'desk')).MoveDialog,
)

export const prefetchDesk = () => prefetch(bookPanel, moveDialog)
