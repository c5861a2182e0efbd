import { type ComponentType, lazy } from 'react'
import { lazyModule } from './lazy-module.ts'

/** A page in a chunk of its own. After `preload` it renders at once, without a fallback in between. */
export type LazyPage = { Page: ComponentType; preload: () => Promise<void>; isLoaded: () => boolean }

/**
 * Like React's `lazy`, but a page that was preloaded renders in the same tick:
 * the build needs that to write the page down, and the browser to take over exactly that markup.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  const page = lazyModule(load)
  const Suspending = lazy(async () => ({ default: await page.load() }))
  return {
    Page: function Page() {
      const Ready = page.loaded() ?? Suspending
      return <Ready />
    },
    preload: async () => void (await page.load()),
    isLoaded: () => page.loaded() !== undefined,
  }
}
