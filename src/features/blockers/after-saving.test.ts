import { describe, expect, it } from 'vitest'
import type { BlockedAppointment } from '../../../contract/blockers.ts'
import { CLOSURE_VISITS } from '../../../contract/closures.ts'
import { sendLinks } from '../../api/closures.ts'
import { ApiError } from '../../http/api-error.ts'
import { doForAll } from './after-saving.ts'

const visit = (id: string): BlockedAppointment => ({
  id,
  reference: 'K7M3QX2A',
  patientName: `Patient ${id}`,
  appointment_date: '2030-03-05T10:00:00+01:00',
  location: 'fct',
  doctor: { id: 'fct-musa', name: 'Dr. Ibrahim Musa' },
  phone: '',
  version: 3,
})
const many = (count: number) => Array.from({ length: count }, (_, at) => visit(String(at)))
const unused = () => Promise.reject(new Error('not asked for here'))
const idsOf = (visits: readonly { id: string }[]) => visits.map(({ id }) => id)

describe('appointments under a blocker', () => {
  const cancelling = async (
    visits: readonly BlockedAppointment[],
    failures: Record<string, Error> = {},
    reason = ' The chair is down. ',
  ) => {
    const asked: unknown[] = []
    const progress: number[] = []
    const missed = await doForAll({ kind: 'cancel', reason }, visits, (done) => progress.push(done), {
      send: unused,
      cancel: ({ id, version }, change) => {
        asked.push([id, version, change])
        return failures[id] ? Promise.reject(failures[id]) : Promise.resolve({} as never)
      },
    })
    return { asked, progress, missed }
  }

  it('are all cancelled, in the version that was shown, with the message, and counted', async () => {
    const { asked, progress, missed } = await cancelling(many(35))
    const change = { status: 'cancelled', reason: 'The chair is down.' }
    expect(asked).toEqual(many(35).map(({ id }) => [id, 3, change]))
    expect(progress).toEqual(many(35).map((_, at) => at + 1))
    expect(missed).toEqual([])
  })

  it('are cancelled without a reason where none is typed', async () => {
    expect((await cancelling([visit('a')], {}, ' ')).asked).toEqual([['a', 3, { status: 'cancelled' }]])
  })

  it('that could not be cancelled are given back, and the others are cancelled and counted', async () => {
    const changed = new ApiError('http', { status: 403 })
    const { asked, progress, missed } = await cancelling(many(4), { 1: changed })
    expect(asked).toHaveLength(4)
    expect(progress).toEqual([1, 1, 2, 3])
    expect(missed).toEqual([visit('1')])
  })

  it('are given back from where the server is away', async () => {
    const { asked, missed } = await cancelling(many(30), { 25: new ApiError('network') })
    expect(asked).toHaveLength(26)
    expect(idsOf(missed)).toEqual(['25', '26', '27', '28', '29'])
  })
})

describe('patients with appointments under blockers', () => {
  const sending = async (
    visits: readonly BlockedAppointment[],
    blockers: readonly string[],
    under: (blocker: string, id: string) => boolean = () => true,
  ) => {
    const asked: string[] = []
    const progress: number[] = []
    const missed = await doForAll({ kind: 'links', blockers }, visits, (done) => progress.push(done), {
      cancel: unused,
      send: (blocker, all, onTold) =>
        sendLinks(blocker, all, onTold, async (_, ids) => {
          asked.push(`${blocker}: ${ids.length}`)
          if (blocker === 'away') throw new ApiError('network')
          return ids.filter((id) => under(blocker, id))
        }),
    })
    return { asked, progress, missed }
  }

  it('all get their links, in as many calls as it takes', async () => {
    expect(await sending(many(35), ['leave'])).toEqual({ asked: ['leave: 35'], progress: [35], missed: [] })
    expect(await sending(many(2 * CLOSURE_VISITS + 1), ['leave'])).toEqual({
      asked: [`leave: ${CLOSURE_VISITS}`, `leave: ${CLOSURE_VISITS}`, 'leave: 1'],
      progress: [CLOSURE_VISITS, 2 * CLOSURE_VISITS, 2 * CLOSURE_VISITS + 1],
      missed: [],
    })
  })

  it('get them by the blocker that each lies under, nobody twice', async () => {
    const under: Record<string, string> = { 0: 'christmas', 1: 'christmas', 2: 'boxing' }
    const { asked, missed } = await sending(
      many(4),
      ['christmas', 'boxing'],
      (blocker, id) => under[id] === blocker,
    )
    expect(asked).toEqual(['christmas: 4', 'boxing: 2'])
    expect(idsOf(missed)).toEqual(['3'])
  })

  it.each([[['away']], [[]]])('are given back where no call went through (%j)', async (blockers) => {
    expect(idsOf((await sending(many(35), blockers)).missed)).toHaveLength(35)
  })
})
