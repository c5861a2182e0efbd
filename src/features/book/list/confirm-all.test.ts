import { expect, it, vi } from 'vitest'
import { ApiError } from '../../../http/api-error.ts'
import { rowAt } from '../day/row.fixture.ts'
import type { AppointmentChanges, Outcome } from '../state/changes.ts'
import { confirmAll } from './confirm-all.ts'

type Ending = 'done' | 'overtaken' | 'refused' | 'unanswered' | 'nobody'

const rows = ['09:00', '09:30', '10:00'].map((time) => rowAt(`2030-03-05 ${time}`, 30, { status: 'open' }))

/** Changes that end as said, one after the other, and how many were with the server at once. */
function ending(endings: readonly Ending[]) {
  const left = [...endings]
  const asked: string[] = []
  let under = 0
  let most = 0
  const set: AppointmentChanges['set'] = async (row, wish, { onOutcome } = {}) => {
    asked.push(row.id)
    under += 1
    most = Math.max(most, under)
    await Promise.resolve()
    under -= 1
    const end = left.shift() ?? 'nobody'
    const about = { row, before: row, wish, isUndo: false }
    if (end === 'nobody') return
    const error = new ApiError(end === 'unanswered' ? 'timeout' : 'http', {
      status: end === 'refused' ? 403 : 0,
    })
    const outcome: Outcome =
      end === 'refused' || end === 'unanswered'
        ? { ...about, kind: 'failed', error }
        : { ...about, kind: end }
    onOutcome?.(outcome)
  }
  return { set, asked, most: () => most }
}

it.each<[Ending[], confirmed: number[], failed: number[], asked: number]>([
  [['done', 'done', 'done'], [0, 1, 2], [], 3],
  [['done', 'overtaken', 'done'], [0, 2], [1], 3],
  [['refused', 'done', 'done'], [1, 2], [0], 3],
  // The next ones would get no answer either.
  [['done', 'unanswered', 'done'], [0], [1], 2],
  // Whoever asked has signed out.
  [['done', 'nobody', 'done'], [0], [], 2],
])('a selection of %j is confirmed for %j, and not for %j', async (endings, confirmed, failed, count) => {
  const changes = ending(endings)
  const onProgress = vi.fn<(count: number) => void>()
  const result = await confirmAll(changes, rows, onProgress)
  const at = (outcomes: Outcome[]) => outcomes.map(({ row }) => rows.indexOf(row))
  expect([at(result.confirmed), at(result.failed)]).toEqual([confirmed, failed])
  expect(changes.asked).toEqual(rows.slice(0, count).map(({ id }) => id))
  expect(changes.most()).toBe(1)
  expect(onProgress.mock.lastCall).toEqual([confirmed.length + failed.length])
})
