import { useAtom } from 'jotai'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newVersionAtom } from '../device/new-version-atom.ts'
import { useMessages } from './messages.ts'

/** A part of the staff pages in a chunk of its own, fetched when somebody first wants it. */
export type LazyPart<P> = {
  /** Fetches it, once. @throws when it could not be fetched; the next call tries again */
  load: () => Promise<void>
  loaded: () => ComponentType<P> | undefined
}

export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let part: ComponentType<P> | undefined
  return {
    load: async () => {
      part ??= await load()
    },
    loaded: () => part,
  }
}

/** At the first sign that parts will be wanted. One that fails is fetched again when it is. */
export function prepare(...parts: readonly Pick<LazyPart<never>, 'load'>[]): void {
  for (const part of parts) part.load().catch(() => {})
}

/**
 * The component of a part, or undefined as long as it isn't there. Booking has its own way, which keeps a step's place
 * (lazy-module.ts); shared between the two it would be one more request of every visitor's first load.
 * @param wanted fetches it
 * @param onMissing it could not be fetched and a message says so: takes back what had opened it, so that it can be tried again
 */
export function useLazyPart<P>(part: LazyPart<P>, wanted: boolean, onMissing: () => void) {
  const { t } = useTranslation('shell')
  const { notify } = useMessages()
  const [newVersion, setNewVersion] = useAtom(newVersionAtom)
  const [, setArrived] = useState(false)
  const Part = part.loaded()
  const missing = useRef(() => {})
  useEffect(() => {
    missing.current = () => {
      notify('error', t(newVersion === 'none' ? 'partMissing' : 'partReplaced'))
      // Whoever put it off needs it now.
      if (newVersion === 'putOff') setNewVersion('waits')
      onMissing()
    }
  })
  useEffect(() => {
    if (!wanted || Part) return
    let current = true
    part.load().then(
      () => current && setArrived(true),
      () => current && missing.current(),
    )
    return () => {
      current = false
    }
  }, [part, wanted, Part])
  return Part
}
