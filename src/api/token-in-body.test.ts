import { beforeEach, expect, it, vi } from 'vitest'
import { tokenAtom } from '../session/session-atoms.ts'
import { store } from '../store.ts'
import { bookAppointment } from './appointments.ts'
import { saveBlocker } from './blockers.ts'

let sent: unknown[] = []
beforeEach(() => {
  sent = []
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    const data = { reference: 'ABCD2345', appointment_date: '2030-03-05T10:00:00+01:00' }
    return Response.json({ success: true, data }, { status: 201 })
  })
})

const booking = {} as Parameters<typeof bookAppointment>[0]
const blocker = { description: 'Closed', type: 'Daily' } as Parameters<typeof saveBlocker>[0]

it('a booking carries the token of a verified patient, and none of a visitor', async () => {
  await bookAppointment(booking, 'key', { token: 'patient' })
  await bookAppointment(booking, 'key')
  expect(sent).toEqual([{ token: 'patient' }, { token: null }])
  expect(booking).toEqual({})
})

it('a blocker carries the token of the session', async () => {
  store.set(tokenAtom, 'staff')
  await saveBlocker(blocker, null, 'a-key-of-this-form')
  store.set(tokenAtom, null)
  expect(sent).toEqual([{ ...blocker, token: 'staff' }])
})
