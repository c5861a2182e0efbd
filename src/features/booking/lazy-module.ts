import { useCallback, useEffect, useState } from 'react'

/** A part of the page in a chunk of its own, loaded once. */
export type LazyModule<T> = { load: () => Promise<T>; loaded: () => T | undefined }

export function lazyModule<T>(fetchIt: () => Promise<T>): LazyModule<T> {
  let module: T | undefined
  return {
    load: async () => {
      module ??= await fetchIt()
      return module
    },
    loaded: () => module,
  }
}

export type ModuleState<T> =
  | { status: 'loading' }
  | { status: 'ready'; module: T }
  | { status: 'failed'; retry: () => void }

/**
 * A lazily loaded part as a screen needs it. Unlike React's `lazy`, a part that is there already renders at
 * once, and one that could not be fetched (a dropped line) leaves the rest of the page and everything typed
 * in place, with another try.
 * @param wanted false: nothing is fetched yet
 */
export function useLazyModule<T>(part: LazyModule<T>, wanted = true): ModuleState<T> {
  const [module, setModule] = useState(part.loaded)
  const [failed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)

  useEffect(() => {
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
  return failed ? { status: 'failed', retry } : { status: 'loading' }
}
