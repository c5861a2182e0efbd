import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Appointment, AppointmentDetails, TimeConflict } from '../../../contract/appointments.ts'
import type { BookAppointmentWire } from '../../../contract/booking.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import type { StaffOptions } from '../../../tests/support/staff.ts'

/*
 * Today is Monday 4 March 2030, 07:00 in the clinic; the appointment of the tests is today from 10:00 to 10:30 with Dr.
 * Musa.
 */

let clinic: Awaited<ReturnType<typeof startClinic>>
let bearer: { authorization: string }
beforeEach(async () => {
  clinic = await startClinic()
  bearer = (await clinic.signedIn({ username: 'desk', type: 'reception', locations: ['fct'] })).bearer
})
afterEach(() => clinic[Symbol.asyncDispose]())

const TODAY = { appointment_date: '2030-03-04', start_time: '10:00', doctor_id: 'fct-musa' }
const at = (time: string, day = '04') => {
  clinic.clock.now = new Date(`2030-03-${day}T${time}:00+01:00`)
}

async function booked(more: Partial<BookAppointmentWire> = {}): Promise<string> {
  const { body } = await clinic.book({ ...TODAY, ...more })
  const { reference } = body.data as { reference: string }
  const { rows } = await clinic.database.pool.query('SELECT id FROM appointments WHERE reference = $1', [
    reference,
  ])
  return rows[0].id
}

const press = (id: string, visit: string | null, headers: Record<string, string> = {}) =>
  clinic.call('PATCH', `/api/appointments/${id}`, { visit }, { ...bearer, ...headers })

async function row(id: string): Promise<Appointment> {
  const { body } = await clinic.call('POST', '/api/appointments/all?cancelled=1', {}, bearer)
  return (body.data as Appointment[]).find((one) => one.id === id)!
}

const other = (start_time: string) =>
  clinic.book({ ...TODAY, start_time, email: 'eze@example.com', phone_number: '08031230000' })

describe('a visit', () => {
  it('is received, seated and done, each step with its author in the history', async () => {
    const id = await booked()
    at('09:50')
    expect(await press(id, 'arrived', { 'if-match': '"1"' })).toMatchObject({
      status: 200,
      body: {
        data: {
          visit: 'arrived',
          version: 2,
          status: 'open',
          visitTimes: { arrived: { at: '2030-03-04T09:50:00+01:00', late: false } },
        },
      },
    })
    at('10:05')
    await press(id, 'in_chair')
    at('10:21')
    const { body } = await press(id, 'done')
    const done = body.data as Appointment
    expect(done).toMatchObject({ visit: 'done', version: 4, end: '2030-03-04T10:25:00+01:00', duration: 25 })
    expect(Object.keys(done.visitTimes)).toEqual(['arrived', 'in_chair', 'done'])
    expect(await row(id)).toEqual(done)
    const details = await clinic.call('GET', `/api/appointments/${id}`, undefined, bearer)
    expect((details.body.data as AppointmentDetails).history.map(({ action, by }) => [action, by])).toEqual([
      ['booked', null],
      ['arrived', 'Dt. Ada Obi'],
      ['in_chair', 'Dt. Ada Obi'],
      ['done', 'Dt. Ada Obi'],
    ])
  })

  it('is marked when a step was recorded on another day', async () => {
    const id = await booked()
    at('08:00', '06')
    bearer = (await clinic.signedIn({ username: 'later', type: 'reception', locations: ['fct'] })).bearer
    expect(await press(id, 'done')).toMatchObject({
      body: { data: { end: '2030-03-04T10:30:00+01:00', visitTimes: { done: { late: true } } } },
    })
  })

  it('that was a no-show frees its slot, until that is undone', async () => {
    const id = await booked()
    at('10:06')
    expect(await press(id, 'no_show')).toMatchObject({ status: 200 })
    const free = async () =>
      (await clinic.database.pool.query('SELECT takes_time AS takes FROM appointments WHERE id = $1', [id]))
        .rows[0].takes
    expect(await free()).toBe(false)
    expect(await press(id, null)).toMatchObject({
      status: 200,
      body: { data: { visit: null, visitTimes: {} } },
    })
    expect(await free()).toBe(true)
  })

  it('whose no-show is undone when its slot is gone says who has it', async () => {
    const long = await booked()
    await clinic.database.pool.query(`UPDATE appointments SET ends_at = ends_at + interval '1 hour'`)
    at('10:06')
    await press(long, 'done')
    expect(await row(long)).toMatchObject({ end: '2030-03-04T10:10:00+01:00' })
    expect(await other('11:00')).toMatchObject({ status: 201 })
    const answer = await press(long, null)
    expect(answer).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    const { takenBy, nearest } = answer.body.data as TimeConflict
    expect(nearest).toEqual([])
    expect(takenBy).toMatchObject([
      { appointment_date: '2030-03-04T11:00:00+01:00', user: { email: 'eze@example.com' } },
    ])
    expect(await row(long)).toMatchObject({ visit: 'done', end: '2030-03-04T10:10:00+01:00', version: 2 })
  })

  it('that was done early gets its whole time back on undo', async () => {
    const id = await booked()
    at('10:06')
    await press(id, 'done')
    expect(await press(id, null)).toMatchObject({
      body: { data: { visit: null, end: '2030-03-04T10:30:00+01:00', duration: 30 } },
    })
    at('10:16')
    expect(await press(id, 'done')).toMatchObject({ body: { data: { end: '2030-03-04T10:20:00+01:00' } } })
  })

  it('keeps its version when it has the state already', async () => {
    const id = await booked()
    at('09:50')
    await press(id, 'arrived')
    expect(await press(id, 'arrived')).toMatchObject({ status: 200, body: { data: { version: 2 } } })
  })

  it('loses its state when it is cancelled, which is possible before the start', async () => {
    const id = await booked()
    at('09:50')
    await press(id, 'arrived')
    const cancel = () => clinic.call('PATCH', `/api/appointments/${id}`, { status: 'cancelled' }, bearer)
    at('10:00')
    expect(await cancel()).toMatchObject({ status: 409, body: { code: 'already_begun' } })
    at('09:55')
    expect(await cancel()).toMatchObject({
      status: 200,
      body: { data: { status: 'cancelled', visit: null, visitTimes: {} } },
    })
    for (const visit of ['arrived', 'done', 'no_show', null]) {
      expect(await press(id, visit as never)).toMatchObject({
        status: 409,
        body: { code: 'visit_state', data: { id, status: 'cancelled', visit: null } },
      })
    }
  })

  it.each([
    ['arrived', '2030-03-05'],
    ['no_show', '2030-03-04'],
    ['done', '2030-03-04'],
  ])('does not become %s before its time', async (visit, appointment_date) => {
    const id = await booked({ appointment_date })
    expect(await press(id, visit)).toMatchObject({
      status: 409,
      body: { code: 'visit_state', data: { id, visit: null, version: 1 } },
    })
  })

  it('cannot be changed from another version', async () => {
    const id = await booked()
    at('09:50')
    await press(id, 'arrived')
    expect(await press(id, 'in_chair', { 'if-match': '"1"' })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', data: { visit: 'arrived', version: 2 } },
    })
  })
})

describe('the right to receive patients', () => {
  it.each<[StaffOptions, number]>([
    [{ type: 'admin' }, 200],
    [{ type: 'manager', locations: ['fct'] }, 200],
    [{ type: 'reception', locations: ['lag'] }, 404],
    [{ type: 'doctor', locations: ['fct'], doctorId: 'fct-musa' }, 200],
    [{ type: 'doctor', locations: ['fct'], doctorId: 'fct-okafor' }, 404],
    [{ type: 'staff' }, 403],
  ])('belongs to %o: %i', async (options, status) => {
    const id = await booked()
    at('09:50')
    const eze = await clinic.signedIn({ username: 'eze', ...options })
    const answer = await clinic.call('PATCH', `/api/appointments/${id}`, { visit: 'arrived' }, eze.bearer)
    expect(answer.status).toBe(status)
  })

  it('gives a doctor no right to confirm, cancel or move', async () => {
    const id = await booked()
    const musa = await clinic.signedIn({
      username: 'musa',
      type: 'doctor',
      locations: ['fct'],
      doctorId: 'fct-musa',
    })
    const move = { appointment_date: '2030-03-05', start_time: '10:00' }
    for (const change of [{ isOpen: false }, { status: 'cancelled' }, { move }]) {
      expect(await clinic.call('PATCH', `/api/appointments/${id}`, change, musa.bearer)).toMatchObject({
        status: 403,
      })
    }
  })
})

it.each([{}, { visit: 'gone' }, { visit: 'done', isOpen: false }, { visit: null, status: 'cancelled' }])(
  'a request with more or less than one change is refused: %o',
  async (change) => {
    const id = await booked()
    expect(await clinic.call('PATCH', `/api/appointments/${id}`, change, bearer)).toMatchObject({
      status: 400,
    })
  },
)
