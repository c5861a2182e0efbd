import { loadTexts } from '../../../i18n/i18n.ts'
import { lazyModule, prefetch } from '../../../ui/lazy.tsx'

const withTexts = async <T>(module: Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([module, loadTexts('desk')])
  return loaded
}

/* Booking and moving need the server, so neither is kept on a device, and nor are their texts. */
export const bookPanel = lazyModule(async () => (await withTexts(import('./book-panel.tsx'))).BookPanel)
export const moveDialog = lazyModule(async () => (await withTexts(import('./move-dialog.tsx'))).MoveDialog)
export const keysDialog = lazyModule(async () => (await withTexts(import('./keys-dialog.tsx'))).KeysDialog)

export const prefetchDesk = () => prefetch(bookPanel, moveDialog)
