import { useEffect, useRef } from 'react'
import { trueTime } from '../../clock.ts'
import { useDisabledReason } from '../use-disabled-reason.ts'
import { highlight } from './highlights.ts'

export type Listed<Row> = {
  rows: readonly Row[]
  /** Whether the list begins, and ends, with them. */
  isStart: boolean
  isEnd: boolean
  /** Milliseconds since 1970. */
  at: number
}

/** Ids by kind of change; a list may have more kinds. */
export type ListChanges = { fresh: readonly string[]; changed: readonly string[] }

export type ChangesMeanwhile<Row, Changes extends ListChanges> = {
  compare: (before: Listed<Row>, now: Listed<Row>) => Changes | Promise<Changes>
  /** Not called without changes. */
  onChanges: (changes: Changes) => void
}

type Shown<Row, Changes extends ListChanges> = {
  /** Answers to different questions are not compared. */
  question: string
  /** Undefined: nothing is shown yet. */
  listed: Omit<Listed<Row>, 'at'> | undefined
  /** Milliseconds since 1970 by the device's clock. */
  updatedAt: number
  /** Undefined: nothing is compared. */
  changes: ChangesMeanwhile<Row, Changes> | undefined
}

const ignore = () => {}

/** Highlights and reports on reconnect what changed meanwhile among the shown rows. */
export function useChangesMeanwhile<Row, Changes extends ListChanges>(shown: Shown<Row, Changes>): void {
  const { question, listed, updatedAt, changes } = shown
  const isConnected = useDisabledReason() === null
  const seen = useRef<{ question: string; updatedAt: number; listed: Listed<Row> }>(undefined)
  useEffect(() => {
    const now = listed && { question, updatedAt, listed: { ...listed, at: trueTime(updatedAt) } }
    if (!isConnected) {
      seen.current = now
      return
    }
    const before = seen.current?.question === question ? seen.current : undefined
    seen.current = before
    if (!before || !now || updatedAt <= before.updatedAt) return
    seen.current = undefined
    if (changes) void report(changes, before.listed, now.listed).catch(ignore)
  }, [isConnected, question, listed, updatedAt, changes])
}

async function report<Row, Changes extends ListChanges>(
  { compare, onChanges }: ChangesMeanwhile<Row, Changes>,
  before: Listed<Row>,
  now: Listed<Row>,
): Promise<void> {
  const changes = await compare(before, now)
  highlight(changes.fresh, 'new')
  highlight(changes.changed, 'changed')
  if (Object.values<readonly string[]>(changes).some((ids) => ids.length > 0)) onChanges(changes)
}
