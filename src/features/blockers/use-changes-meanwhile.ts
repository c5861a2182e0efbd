import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '../../ui/use-why-not.ts'
import { changesSince, type Listed } from './changes-since.ts'

/** How long it is said and marked, in milliseconds. */
const SHOWN_FOR_MS = 10_000

type Shown = {
  /** What is asked: of the answer to another question nothing is told. */
  question: string
  listed: Listed | undefined
  /** When it was fetched, milliseconds since 1970. */
  updatedAt: number
}
const KINDS = ['fresh', 'changed', 'gone'] as const
const NOTHING = { text: '', marked: new Set<string>() as ReadonlySet<string> }

/**
 * What has happened to the blockers on the screen while there was no connection: a sentence for some seconds once it is
 * back, and the ids of the rows to mark.
 */
export function useChangesMeanwhile({ question, listed, updatedAt }: Shown) {
  const { t } = useTranslation('blockers')
  const isConnected = useWhyNot() === null
  const [told, setTold] = useState(NOTHING)
  const seen = useRef<Shown>(undefined)
  useEffect(() => {
    if (!isConnected) {
      seen.current = { question, listed, updatedAt }
      return
    }
    const before = seen.current?.question === question ? seen.current : undefined
    seen.current = before
    if (!before?.listed || !listed || updatedAt <= before.updatedAt) return
    seen.current = undefined
    const changes = changesSince(before.listed, listed)
    const some = KINDS.filter((kind) => changes[kind].length > 0)
    if (some.length === 0) return
    const words = some.map((kind) => t(`back.${kind}`, { count: changes[kind].length }))
    setTold({
      text: t('back.sentence', { changes: words.join(', ') }),
      marked: new Set([...changes.fresh, ...changes.changed]),
    })
  }, [isConnected, question, listed, updatedAt, t])
  useEffect(() => {
    if (told === NOTHING) return
    const timer = setTimeout(() => setTold(NOTHING), SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [told])
  return told
}
