import { lazyModule, prefetch, withTexts } from '../../../../ui/lazy.tsx'

export const requestsSurface = lazyModule(
  async () => (await withTexts(import('./requests-dialog.tsx'), 'asked')).RequestsSurface,
)

export const prefetchRequests = () => prefetch(requestsSurface)
