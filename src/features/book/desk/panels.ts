import { lazyModule, prefetch, withTexts } from '../../../ui/lazy.tsx'

/* The panel saves requests without a connection. Moving needs the server, so that it is not stored on a device. */
export const deskPanel = lazyModule(
  async () => (await withTexts(import('./desk-panel.tsx'), 'desk', 'asked')).DeskPanel,
)
export const moveDialog = lazyModule(
  async () => (await withTexts(import('./move-dialog.tsx'), 'desk')).MoveDialog,
)

export const prefetchDesk = () => prefetch(deskPanel, moveDialog)
/** What is not fetched yet when the connection goes comes from the service worker, or not at all. */
export const prefetchDeskPanel = () => prefetch(deskPanel)
