import { type ComponentType, lazy, useCallback, useEffect, useState } from 'react'
import { loadTexts } from '../i18n/i18n.ts'

/** A chunk that is fetched when it is first needed: a component, or a module with several. */
export type LazyModule<T> = {
  /** Fetches it, once. @throws when it could not be fetched; the next call tries again */
  load: () => Promise<T>
  loaded: () => T | undefined
  /** Whether fetching failed several times in a row, so that a reload of the page may help. */
  failsRepeatedly: () => boolean
}

export function lazyModule<T>(fetchIt: () => Promise<T>): LazyModule<T> {
  let module: T | undefined
  let failures = 0
  return {
    load: async () => {
      try {
        module ??= await fetchIt()
      } catch (error) {
        failures += 1
        throw error
      }
      failures = 0
      return module
    },
    loaded: () => module,
    failsRepeatedly: () => failures > 1,
  }
}

/** A module together with the texts that it reads. */
export async function withTexts<T>(module: Promise<T>, ...namespaces: readonly string[]): Promise<T> {
  const [loaded] = await Promise.all([module, ...namespaces.map(loadTexts)])
  return loaded
}

/** Fetches modules at the first sign that they will be needed. One that fails is fetched again when it is. */
export function prefetch(...modules: readonly LazyModule<unknown>[]): void {
  for (const module of modules) module.load().catch(() => {})
}

export type ModuleState<T> =
  | { status: 'loading' }
  | { status: 'ready'; module: T }
  | { status: 'failed'; retry: () => void; isRepeated: boolean }

/**
 * A lazy module as a component needs it. Unlike React's `lazy`, one that is there already renders at once, and one
 * that could not be fetched (a dropped line) leaves the rest of the page and everything typed in place.
 * @param wanted false: nothing is fetched yet, and what has failed before is forgotten
 */
export function useLazyModule<T>(part: LazyModule<T>, wanted = true): ModuleState<T> {
  const [module, setModule] = useState(part.loaded)
  const [failed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    if (!wanted) setFailed(false)
    if (!wanted || module) return
    let current = true
    part.load().then(
      (loaded) => current && setModule(() => loaded),
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [part, wanted, module, turn])

  const retry = useCallback(() => {
    setFailed(false)
    setTurn((turns) => turns + 1)
  }, [])

  const ready = module ?? part.loaded()
  if (ready) return { status: 'ready', module: ready }
  return failed ? { status: 'failed', retry, isRepeated: part.failsRepeatedly() } : { status: 'loading' }
}

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
