import { lazyModule, prefetch, withTexts } from '../../../../ui/lazy.tsx'

/* They are there without a connection, above all. */
export const notePanel = lazyModule(
  async () => (await withTexts(import('./note-panel.tsx'), 'asked')).NotePanel,
)
export const requestsSurface = lazyModule(
  async () => (await withTexts(import('./requests-surface.tsx'), 'asked')).RequestsSurface,
)

/** What is not fetched yet when the connection goes comes from the service worker, or not at all. */
export const prefetchRequests = () => prefetch(notePanel, requestsSurface)
