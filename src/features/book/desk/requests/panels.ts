import { lazyModule, prefetch, withTexts } from '../../../../ui/lazy.tsx'

export const requestsSurface = lazyModule(
  async () => (await withTexts(import('./requests-surface.tsx'), 'asked')).RequestsSurface,
)

export const prefetchRequests = () => prefetch(requestsSurface)
