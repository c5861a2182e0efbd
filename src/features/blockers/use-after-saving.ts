import { useState } from 'react'
import type { BlockedAppointment } from '../../../contract/blockers.ts'
import { doForAll, type Task } from './after-saving.ts'

type Visits = readonly BlockedAppointment[]

/** Appointments for which a task could not be done, out of so many. */
export type Left = { task: Task; visits: Visits; total: number }

/** Runs a task after blockers were saved: how far it is, and what is left of it to be tried again. */
export function useAfterSaving() {
  const [progress, setProgress] = useState<{ kind: Task['kind']; done: number; total: number } | null>(null)
  const [left, setLeft] = useState<Left | null>(null)

  /** @returns whether it was done for all of them */
  async function run(task: Task, visits: Visits, total = visits.length): Promise<boolean> {
    const before = total - visits.length
    const show = (done: number) => setProgress({ kind: task.kind, done: before + done, total })
    show(0)
    const missed = await doForAll(task, visits, show)
    setProgress(null)
    setLeft(missed.length > 0 ? { task, visits: missed, total } : null)
    return missed.length === 0
  }
  return { progress, left, run, retry: () => (left ? run(left.task, left.visits, left.total) : true) }
}
