import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { AppointmentsAnswer, ChangedAppointmentAnswer } from '../../contract/appointments.ts'
import { type Asked, ask, type Request, type RequestContext } from './ask.ts'
import type { Acknowledged, Slot } from './ledger.ts'
import type { Chance } from './random.ts'
import type { Slots } from './slots.ts'

/** Milliseconds between one desk's moves. */
const EVERY_MS = [200, 600] as const
const DESKS = 2
/** Share of the moves in which two desks move one appointment at once, from one version to two times. */
const RACES = 0.25
const AGAIN_MS = [100, 400] as const
/** Deadline at the end for a definite answer, in milliseconds. */
const SETTLED_WITHIN_MS = 90_000

type MovesOptions = { chance: Chance; slots: Slots; staffToken(): string | null }
type Outcome = 'moved' | 'stale' | 'taken' | 'open'

/**
 * Desks that move bookings, each once, by the version that they have read, and repeat a move with its key until there
 * is a definite answer. Of two that move one appointment at once one must get a version conflict.
 * @param contexts the processes; each request takes any of them
 * @returns stop(), which waits for definite answers, and says how many moves there were
 */
export function startMoves(
  contexts: readonly RequestContext[],
  { chance, slots, staffToken }: MovesOptions,
): { stop(): Promise<string> } {
  const { ledger } = contexts[0] as RequestContext
  const begun = new Set<string>()
  const count = { moved: 0, stale: 0, taken: 0, open: 0 }
  let stopped = false
  let deadline = Number.POSITIVE_INFINITY

  /** A time other than its own, at which it would not be moved. */
  function timeFor({ at }: Acknowledged): Slot {
    for (;;) {
      const slot = slots.next()
      if (slot.date !== at.date || slot.time !== at.time) return slot
    }
  }

  async function untilAnswered(request: Request): Promise<Asked> {
    while (performance.now() < deadline) {
      const headers = { ...request.headers, authorization: `Bearer ${staffToken()}` }
      const answer = await ask(chance.pick(contexts), { ...request, headers })
      if (answer && answer.status !== 503) return answer
      await delay(chance.between(...AGAIN_MS))
    }
    return null
  }

  async function move(told: Acknowledged, id: string, version: number, to: Slot): Promise<Outcome> {
    const answer = await untilAnswered({
      method: 'PATCH',
      path: `/api/appointments/${id}`,
      headers: { 'idempotency-key': randomUUID(), 'if-match': `"${version}"` },
      body: {
        move: {
          location: to.location,
          appointment_date: to.date,
          start_time: to.time,
          doctor: to.doctorId,
        },
      },
    })
    if (answer?.status === 200 && v.is(ChangedAppointmentAnswer, answer.json)) {
      const { data } = answer.json
      if (data.version !== version + 1) ledger.problem(`a move of version ${version} made ${data.version}`)
      ledger.move(told.wish.key, to)
      return 'moved'
    }
    if (answer?.status === 409 && answer.code === 'stale_version') return 'stale'
    if (answer?.status === 409 && answer.code === 'slot_taken') return 'taken'
    if (answer === null) ledger.problem('a move had no definite answer at the end')
    else ledger.problem(`a move was answered ${answer.status} ${answer.code ?? ''}`)
    return 'open'
  }

  async function moveOne(told: Acknowledged): Promise<void> {
    const found = await untilAnswered({
      method: 'POST',
      path: `/api/appointments/${told.at.location}?page=1&limit=10`,
      body: { search: told.reference },
    })
    const visit = v.is(AppointmentsAnswer, found?.json) ? found.json.data[0] : undefined
    if (!visit) return ledger.problem(`the desk does not find ${told.reference} (${found?.status})`)
    const tries = chance.happens(RACES) ? 2 : 1
    const outcomes = await Promise.all(
      Array.from({ length: tries }, () => move(told, visit.id, visit.version, timeFor(told))),
    )
    for (const outcome of outcomes) count[outcome]++
    const moved = outcomes.filter((outcome) => outcome === 'moved').length
    if (moved > 1) ledger.problem('two desks moved one version of a visit')
    if (moved === 0 && outcomes.includes('stale'))
      ledger.problem('a move was refused as stale, and none was made')
  }

  async function desk(): Promise<void> {
    while (!stopped) {
      await delay(chance.between(...EVERY_MS))
      const told = [...ledger.acknowledged.values()].findLast(
        ({ wish }) => wish.email !== '' && !begun.has(wish.key),
      )
      if (stopped || told === undefined || staffToken() === null) continue
      begun.add(told.wish.key)
      await moveOne(told)
    }
  }
  const desks = Array.from({ length: DESKS }, desk)

  return {
    async stop() {
      stopped = true
      deadline = Math.min(deadline, performance.now() + SETTLED_WITHIN_MS)
      await Promise.all(desks)
      const { moved, stale, taken } = count
      return `${moved} moves acknowledged; ${stale} refused since another desk was quicker, ${taken} since the time was taken`
    },
  }
}
