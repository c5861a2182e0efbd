import { loadTexts } from '../../../../i18n/i18n.ts'
import { lazyModule, prefetch } from '../../../../ui/lazy.tsx'

const withTexts = async <T>(module: Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([module, loadTexts('asked')])
  return loaded
}

/* They are there without a connection, above all. */
export const notePanel = lazyModule(async () => (await withTexts(import('./note-panel.tsx'))).NotePanel)
export const askedSurface = lazyModule(
  async () => (await withTexts(import('./asked-surface.tsx'))).AskedSurface,
)

/** What is not fetched yet when the connection goes comes from the service worker, or not at all. */
export const prefetchAsked = () => prefetch(notePanel, askedSurface)
