import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import type { Todo } from '../../../contract/todo.ts'
import { currentBlockers } from '../blocked/current.ts'
import { clinicWithDesk } from '../booking/desk.fixture.ts'
import { callMe, cancelVisit, confirmVisit, keepVisit } from './by-patient.ts'

/*
 * Monday 4 March 2030, 07:00 in the clinic; the appointment booked by the wizard is on Tuesday at 10:00, 27 hours
 * later.
 */

const desk = clinicWithDesk()
const pool = () => desk.clinic.database.pool
const way = () => ({ by: 'link' as const, now: desk.clinic.clock.now })
const of = (id: string, version: number | null = null) => ({ id, version })
const confirm = (id: string, { patientsConfirm = false, version = null as number | null } = {}) =>
  confirmVisit(pool(), of(id, version), { ...way(), patientsConfirm })
const cancel = (id: string, more: { by?: 'sms' | 'link'; reason?: string } = {}) =>
  cancelVisit(pool(), of(id), { ...way(), changeUntilMinutes: 120, reason: null, ...more })
const keep = (id: string) => keepVisit({ pool: pool(), blockers: currentBlockers(pool(), clinic) }, id, way())
const todo = async () => {
  const { body } = await desk.clinic.call('GET', '/api/todo', undefined, desk.bearer)
  return body.data as Todo[]
}
const history = async (id: string) =>
  ((await desk.row(id)) as unknown as { history: { action: string; by: string | null }[] }).history
    .slice(1)
    .map(({ action, by }) => `${action} ${by}`)
const cancellationJobs = async () =>
  (
    await pool().query<{ at: string }>(
      `SELECT to_char(start_after AT TIME ZONE 'Africa/Lagos', 'DD HH24:MI') AS at FROM pgboss.job WHERE name = 'cancellation-mail'`,
    )
  ).rows.map(({ at }) => at)

/** For a time at Abuja in this week. */
const somebodyWaits = () =>
  pool().query(
    `INSERT INTO waiting_entries (patient_id, location, minutes, from_day, to_day, language, created_at)
     SELECT id, 'fct', 30, '2030-03-04', '2030-03-08', 'en', now() FROM patients LIMIT 1`,
  )

describe('a confirmation by the patient', () => {
  it('is a mark of its own beside the clinic’s status, and counts once', async () => {
    const id = await desk.web()
    expect(await confirm(id)).toMatchObject({ kind: 'done', changed: true })
    expect(await confirm(id)).toMatchObject({ kind: 'done', changed: false })
    expect(await desk.row(id)).toMatchObject({
      status: 'open',
      patientConfirmedAt: '2030-03-04T07:00:00+01:00',
      version: 2,
    })
    expect(await history(id)).toEqual(['confirmed null'])
  })

  it.each([
    { how: 'the clinic leaves it to patients', patientsConfirm: true, before: [] },
    { how: 'the clinic had confirmed it once', patientsConfirm: false, before: [false, true] },
  ])('confirms the appointment where $how', async ({ patientsConfirm, before }) => {
    const id = await desk.web()
    for (const isOpen of before) await desk.change(id, { isOpen })
    await confirm(id, { patientsConfirm })
    expect(await desk.row(id)).toMatchObject({ status: 'confirmed' })
  })

  it('applies to what the desk entered', async () => {
    const { id } = (await desk.book({})).body.data as { id: string }
    await desk.change(id, { isOpen: true })
    await confirm(id)
    expect(await desk.row(id)).toMatchObject({ status: 'confirmed' })
  })

  it('changes no other version, no cancelled appointment, and none that has begun or does not exist', async () => {
    const id = await desk.web()
    expect(await confirm(id, { version: 7 })).toMatchObject({ kind: 'stale_version' })
    await desk.change(id, { status: 'cancelled' })
    expect(await confirm(id)).toMatchObject({ kind: 'already_cancelled' })
    const other = await desk.web({ start_time: '11:00' })
    desk.at('11:00', '05')
    expect(await confirm(other)).toMatchObject({ kind: 'already_begun' })
    expect(await confirm(randomUUID())).toEqual({ kind: 'unknown' })
  })
})

describe('a cancellation by the patient', () => {
  it('frees the slot at once and is announced a quarter of an hour later', async () => {
    const id = await desk.web()
    await somebodyWaits()
    expect(await cancel(id, { reason: 'I am away' })).toMatchObject({ kind: 'done', changed: true })
    expect(await desk.row(id)).toMatchObject({ status: 'cancelled', cancelReason: 'I am away', version: 2 })
    expect(await history(id)).toEqual(['cancelled null'])
    expect(await cancellationJobs()).toEqual(['04 07:15'])
    const freed = await pool().query('SELECT freed_by, due_at FROM freed_times')
    expect(freed.rows).toEqual([{ freed_by: id, due_at: new Date('2030-03-04T07:15:00+01:00') }])
    await desk.web()
    expect(await desk.collisions()).toBe(0)
  })

  it('is too late two hours before, and while the patient is in the clinic', async () => {
    const id = await desk.web()
    desk.at('08:01', '05')
    expect(await cancel(id)).toMatchObject({ kind: 'too_late' })
    desk.at('08:00', '05')
    await desk.as({ type: 'reception', locations: ['fct'] })
    await desk.change(id, { visit: 'arrived' })
    expect(await cancel(id)).toMatchObject({ kind: 'already_begun' })
  })

  it('sends no second message to a patient who answered an SMS and has no email address', async () => {
    const id = await desk.web()
    await pool().query(`UPDATE patients SET email = ''`)
    await cancel(id, { by: 'sms' })
    expect(await cancellationJobs()).toEqual([])
  })
})

describe('undoing a cancellation', () => {
  it.each(['open', 'confirmed'])('restores an appointment that was %s as it was', async (status) => {
    const id = await desk.web()
    if (status === 'confirmed') await desk.change(id, { isOpen: false })
    await cancel(id, { reason: 'I am away' })
    desk.at('07:14')
    expect(await keep(id)).toMatchObject({ kind: 'done', changed: true })
    expect(await keep(id)).toMatchObject({ kind: 'done', changed: false })
    expect(await desk.row(id)).toMatchObject({ status, cancelReason: null })
    expect((await history(id)).slice(-2)).toEqual(['cancelled null', 'reopened null'])
  })

  it('is too late after a quarter of an hour, and not possible for a cancellation by staff', async () => {
    const [id, other] = [await desk.web(), await desk.web({ start_time: '11:00' })]
    await cancel(id)
    await desk.change(other, { status: 'cancelled' })
    expect(await keep(other)).toMatchObject({ kind: 'too_late' })
    desk.at('07:15')
    expect(await keep(id)).toMatchObject({ kind: 'too_late' })
  })

  it('restores what the desk had put over a blocker, unless another one covers it since', async () => {
    await desk.blocker('09:00', '12:00')
    const override = { reason: 'In pain', over: ['blocker'] }
    const { body } = await desk.book({ doctor: 'fct-musa', override })
    const { id } = body.data as { id: string }
    await cancel(id)
    expect(await keep(id)).toMatchObject({ kind: 'done', changed: true })
    await cancel(id)
    await desk.blocker('10:00', '11:00')
    expect(await keep(id)).toMatchObject({ kind: 'slot_taken' })
  })

  it('is refused when the slot is taken, by an appointment or a blocker', async () => {
    const id = await desk.web()
    await cancel(id)
    const other = await desk.web()
    expect(await keep(id)).toMatchObject({ kind: 'slot_taken', appointment: { status: 'cancelled' } })
    await desk.change(other, { status: 'cancelled' })
    await desk.as({ type: 'admin' })
    const { status } = await desk.clinic.call(
      'POST',
      '/api/blockers',
      {
        description: 'Training',
        type: 'One Time',
        startDateTime: '2030-03-05T09:30:00+01:00',
        endDateTime: '2030-03-05T11:00:00+01:00',
        recurringDays: [],
        recurringDates: [],
        selectedMonth: null,
      },
      desk.bearer,
    )
    expect(status).toBe(201)
    expect(await keep(id)).toMatchObject({ kind: 'slot_taken' })
  })
})

describe('a request for a call', () => {
  it('is listed and marked at the appointment until somebody has called, and again on the next request', async () => {
    const id = await desk.web()
    expect(await callMe(pool(), id, way())).toMatchObject({ kind: 'done', changed: true })
    expect(await callMe(pool(), id, way())).toMatchObject({ kind: 'done', changed: false })
    expect(await desk.row(id)).toMatchObject({ marks: ['asked_to_call'] })
    const [entry] = await todo()
    expect(entry).toMatchObject({ kind: 'asked_to_call', words: null, appointment: { id } })
    const act = (method: 'POST' | 'DELETE') =>
      desk.clinic.call(method, `/api/todo/${entry?.id}/done`, undefined, desk.bearer)
    await act('POST')
    expect(await todo()).toEqual([])
    expect(await desk.row(id)).toMatchObject({ marks: [] })
    await act('DELETE')
    expect(await desk.row(id)).toMatchObject({ marks: ['asked_to_call'] })
    await act('POST')
    desk.at('08:00')
    await callMe(pool(), id, way())
    expect(await todo()).toMatchObject([{ at: '2030-03-04T08:00:00+01:00' }])
  })

  it('is possible for a patient whose appointment the clinic has cancelled, until its start', async () => {
    const id = await desk.web()
    await desk.change(id, { status: 'cancelled' })
    expect(await callMe(pool(), id, way())).toMatchObject({ kind: 'done' })
    desk.at('10:00', '05')
    expect(await callMe(pool(), id, way())).toMatchObject({ kind: 'already_begun' })
  })
})
