import { useEffect, useRef } from 'react'
import { trueTime } from '../../clock.ts'
import { useDisabledReason } from '../use-disabled-reason.ts'
import { highlight } from './highlights.ts'

/** Rows as they stand on the screen. */
export type Listed<Row> = {
  rows: readonly Row[]
  /** Whether the list begins, and ends, with them. */
  isStart: boolean
  isEnd: boolean
  /** When they were fetched, milliseconds since 1970. */
  at: number
}

/** Ids of rows by what has happened to them; each list may know of more than these two. */
export type ListChanges = { fresh: readonly string[]; changed: readonly string[] }

/** What counts as a change of a list, and what becomes of it besides the highlight on its rows. */
export type ChangesMeanwhile<Row, Changes extends ListChanges> = {
  compare: (before: Listed<Row>, now: Listed<Row>) => Changes | Promise<Changes>
  /** Called when there are some. */
  onChanges: (changes: Changes) => void
}

type Shown<Row, Changes extends ListChanges> = {
  /** What is asked: answers to different questions are not compared. */
  question: string
  /** What is on the screen; undefined: nothing yet. */
  listed: Omit<Listed<Row>, 'at'> | undefined
  /** When it was fetched, milliseconds since 1970 by the device's clock. */
  updatedAt: number
  /** Undefined: nothing is compared. */
  changes: ChangesMeanwhile<Row, Changes> | undefined
}

const ignore = () => {}

/** Once the connection is back: highlights and reports what has happened meanwhile to what was on the screen. */
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
