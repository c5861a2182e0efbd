import { expect, it } from 'vitest'
import type { BlockedAppointment } from '../../../contract/blockers.ts'
import { cancelVisits } from './cancel-visits.ts'

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

it('cancels the version that was shown, with the message, and goes on after one that has changed', async () => {
  const asked: unknown[] = []
  const result = await cancelVisits(
    [visit('a'), visit('b'), visit('c')],
    ' The chair is down. ',
    (at, change) => {
      asked.push([at.id, at.version, change])
      return at.id === 'b' ? Promise.reject(new Error('changed')) : Promise.resolve({} as never)
    },
  )
  const change = { status: 'cancelled', reason: 'The chair is down.' }
  expect(asked).toEqual(['a', 'b', 'c'].map((id) => [id, 3, change]))
  expect([result.done, result.missed.map(({ id }) => id)]).toEqual([2, ['b']])
})

it('gives no reason where none is typed', async () => {
  const asked: unknown[] = []
  await cancelVisits([visit('a')], ' ', (_, change) => {
    asked.push(change)
    return Promise.resolve({} as never)
  })
  expect(asked).toEqual([{ status: 'cancelled' }])
})
