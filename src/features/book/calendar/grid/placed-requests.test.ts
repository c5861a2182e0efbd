import { describe, expect, it } from 'vitest'
import type { Column } from '../../day/arrange.ts'
import { placedRequests } from './placed-requests.ts'

const DAY = '2030-03-05'
const FRAME = { from: 510, to: 1035 }

function column(doctor: string, taken: readonly [from: number, to: number][] = [], day = DAY): Column {
  return {
    key: `${day} fct ${doctor}`,
    day,
    location: 'fct',
    doctor: { id: doctor, name: doctor },
    isWorking: true,
    open: [],
    blocked: [],
    blocks: taken.map(([from, to]) => ({ from, to, lane: 0, lanes: 1, row: {} as never })),
    free: [],
  }
}
const request = (id: string, more: object = {}) => ({
  id,
  number: 1,
  name: 'Ngozi Bello',
  body: {
    location: 'fct',
    appointment_date: DAY,
    start_time: '10:00',
    duration: 30,
    channel: 'phone' as const,
    patient: { id: 'ngozi' },
    ...more,
  },
})
const COLUMNS = [column('okafor', [[600, 630]]), column('musa', [[840, 870]])]

describe('a request in the day', () => {
  it.each<[string, object, 'musa' | 'okafor' | 'beside' | 'nowhere']>([
    ['is in the column of its doctor where nobody is', { doctor: 'musa' }, 'musa'],
    ['is in that column right after an appointment', { doctor: 'okafor', start_time: '10:30' }, 'okafor'],
    ['is beside without a doctor', {}, 'beside'],
    ['is beside without a doctor where all are free', { start_time: '12:00' }, 'beside'],
    ['is beside where its doctor has an appointment', { doctor: 'okafor' }, 'beside'],
    ['is beside where it would reach into one', { doctor: 'okafor', start_time: '09:45' }, 'beside'],
    ['is beside where its doctor has no column', { doctor: 'danjuma' }, 'beside'],
    ['is beside before what is drawn of the day', { doctor: 'musa', start_time: '07:00' }, 'beside'],
    ['is beside after what is drawn of the day', { doctor: 'musa', start_time: '17:00' }, 'beside'],
    ['is nowhere on another day', { doctor: 'musa', appointment_date: '2030-03-06' }, 'nowhere'],
    ['is nowhere of another location', { doctor: 'musa', location: 'lag' }, 'nowhere'],
  ])('%s', (_, body, where) => {
    const { drafts, beside } = placedRequests([request('a', body)], COLUMNS, FRAME)
    const found = drafts[0]?.column.doctor.id ?? (beside.length > 0 ? 'beside' : 'nowhere')
    expect(found).toBe(where)
  })

  it('is never over another request', () => {
    const both = [request('a', { doctor: 'musa' }), request('b', { doctor: 'musa', start_time: '10:15' })]
    const { drafts, beside } = placedRequests(both, COLUMNS, FRAME)
    expect([drafts.map((each) => each.request.id), beside.map(({ id }) => id)]).toEqual([['a'], ['b']])
  })
})
