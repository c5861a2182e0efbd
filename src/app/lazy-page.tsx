import { type ComponentType, lazy } from 'react'

/** A page in a chunk of its own. After `preload` it renders at once, without a fallback in between. */
export type LazyPage = { Page: ComponentType; preload: () => Promise<void> }

/**
 * Like React's `lazy`, but a page that was preloaded renders in the same tick:
 * the build needs that to write the page down, and the browser to take over exactly that markup.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined
  const Later = lazy(async () => ({ default: await load() }))
  return {
    Page: function Page() {
      const Ready = loaded ?? Later
      return <Ready />
    },
    preload: async () => {
      loaded = await load()
    },
  }
}
