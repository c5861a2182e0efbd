import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AppointmentDetails } from '../../../contract/appointments.ts'
import type { OwnVisit } from '../../../contract/own-visit.ts'
import { deliverDue } from '../../messages/jobs/deliver-due.fixture.ts'
import { mintVisitLink } from '../../messages/send/visit-links.ts'
import { clinicWithDesk } from '../booking/desk.fixture.ts'

/* Today is Monday 4 March 2030, 07:00 in the clinic; the appointment is on Tuesday at 10:00. */

const desk = clinicWithDesk()
const later = (seconds = 61) => {
  desk.clinic.clock.now = new Date(desk.clinic.clock.now.getTime() + seconds * 1000)
}
const details = async (id: string) => (await desk.row(id)) as AppointmentDetails
const sent = async () => (await deliverDue(desk.clinic)).mails.length
const query = (text: string, values: unknown[]) => desk.clinic.database.pool.query(text, values)

/** Blocks a day, or a doctor on it. */
const block = (day: string, doctorId: string | null) =>
  query(
    `WITH changed AS (UPDATE blocker_changes SET version = version + 1)
     INSERT INTO blockers (id, type, description, starts_at, ends_at, location, doctor_id, recurring_days, recurring_dates)
     VALUES (gen_random_uuid(), 'One Time', 'Away', $1::date, $1::date + 1, 'fct', $2, '{}', '{}')`,
    [day, doctorId],
  )

/** The own link of an appointment, by which its patient confirms and looks for other times. */
async function ownLink(id: string) {
  const token = await mintVisitLink(desk.clinic.database.pool, {
    appointmentId: id,
    messageId: randomUUID(),
    contactKey: (await desk.row(id)).user.email,
    now: desk.clinic.clock.now,
  })
  const call = (method: 'GET' | 'POST', path: string) =>
    desk.clinic.call(method, `/api/visit${path}`, undefined, { authorization: `Bearer visit:${token}` })
  return {
    confirm: async () => expect((await call('POST', '/confirm')).status).toBe(200),
    see: async () => (await call('GET', '')).body.data as OwnVisit,
    async times() {
      const { body } = await call('GET', '/times?from=2030-03-05&to=2030-03-05')
      const [day] = body.data as { slots: string[]; others: { time: string }[] }[]
      return day ? [...day.slots, ...day.others.map(({ time }) => time)] : []
    },
  }
}

const [TEN, ELEVEN] = ['2030-03-05T09:00:00.000Z', '2030-03-05T10:00:00+00:00']
const MUSA = { startsAt: TEN, endsAt: '2030-03-05T09:30:00Z', location: 'fct', doctorId: 'fct-musa' }

describe('the need to notify and ask a patient again', () => {
  it.each([
    ['nothing has changed', {}, null, false],
    ['the same instant is written in another way', { startsAt: '2030-03-05T10:00:00+01:00' }, null, false],
    ['it is at another time', { startsAt: ELEVEN }, null, true],
    ['it is at another time with the chosen doctor', { startsAt: ELEVEN }, 'fct-musa', true],
    ['it is elsewhere', { location: 'lag' }, null, true],
    ['it only ends later', { endsAt: ELEVEN }, null, false],
    ['it only ends earlier', { endsAt: '2030-03-05T09:10:00Z' }, 'fct-musa', false],
    ['another doctor is assigned', { doctorId: 'fct-okafor' }, null, false],
    ['the chosen doctor gives way to another', { doctorId: 'fct-okafor' }, 'fct-musa', true],
    ['the chosen doctor takes it over', { doctorId: 'fct-okafor' }, 'fct-okafor', true],
    ['one who was not chosen follows another who was not', { doctorId: 'fct-okafor' }, 'fct-danjuma', false],
    ['another doctor has another time', { doctorId: 'fct-okafor', startsAt: ELEVEN }, null, true],
    ['another doctor has another length', { doctorId: 'fct-okafor', endsAt: ELEVEN }, null, false],
  ] as const)('where %s', async (_what, change, choice, expected) => {
    const { rows } = await query('SELECT is_news($1, $2, $3) AS "isNews"', [
      MUSA,
      { ...MUSA, ...change },
      choice,
    ])
    expect(rows).toEqual([{ isNews: expected }])
  })
})

describe('the doctor that a patient chose', () => {
  it('stays none through a drag in the column and its undo, and the own link offers all doctors', async () => {
    const id = await desk.web({ doctor_id: null })
    const { doctor } = await details(id)
    for (const start_time of ['10:30', '10:00']) {
      expect(
        await desk.move(id, { location: 'fct', start_time, doctor: doctor.id, duration: 30 }),
      ).toMatchObject({ status: 200 })
      expect(await details(id)).toMatchObject({ doctorChosen: false, doctor })
    }
    await block('2030-03-05', doctor.id)
    expect((await (await ownLink(id)).times()).length).toBeGreaterThan(10)
  })

  it('is not the doctor into whose column the desk moves it', async () => {
    const id = await desk.web({ doctor_id: null })
    const { doctor } = await details(id)
    const other = doctor.id === 'fct-musa' ? 'fct-okafor' : 'fct-musa'
    await desk.move(id, { start_time: '10:00', doctor: other })
    expect(await details(id)).toMatchObject({ doctorChosen: false, doctor: { id: other } })
    await desk.web({ doctor_id: other, start_time: '12:00' })
    expect(await (await ownLink(id)).times()).toContain('12:00')
  })

  it('is the same doctor again after the desk has moved it to another one and back', async () => {
    const id = await desk.web()
    expect(await details(id)).toMatchObject({ doctorChosen: true })
    await desk.move(id, { start_time: '11:00', doctor: 'fct-okafor' })
    expect(await details(id)).toMatchObject({ doctorChosen: false })
    await desk.move(id, { start_time: '11:30', doctor: 'fct-danjuma' })
    expect(await details(id)).toMatchObject({ doctorChosen: false })
    await desk.move(id, { start_time: '10:00', doctor: 'fct-musa' })
    expect(await details(id)).toMatchObject({ doctorChosen: true })
  })

  it('stays through a move that names no doctor', async () => {
    const [chosen, any] = [await desk.web(), await desk.web({ doctor_id: null, start_time: '14:00' })]
    await desk.move(chosen, { start_time: '11:00' })
    await desk.move(any, { start_time: '15:00' })
    expect(await details(chosen)).toMatchObject({ doctorChosen: true, doctor: { id: 'fct-musa' } })
    expect(await details(any)).toMatchObject({ doctorChosen: false })
  })

  it('is none of those by whom a walk-in without a time is seated', async () => {
    await block('2030-03-04', null)
    const { body } = await desk.book({
      channel: 'walk_in',
      appointment_date: undefined,
      start_time: undefined,
    })
    const { id, waiting } = body.data as AppointmentDetails
    expect(waiting).not.toBeNull()
    await desk.move(id, { start_time: '10:00', doctor: 'fct-musa' })
    expect(await details(id)).toMatchObject({ doctorChosen: false, doctor: { id: 'fct-musa' } })
  })
})

describe('a confirmation', () => {
  const confirmed = { patientConfirmedAt: expect.any(String) }

  /** An appointment that was announced to its patient and confirmed. */
  async function confirmedVisit(more: Parameters<typeof desk.web>[0] = {}) {
    const id = await desk.web(more)
    expect(await sent()).toBe(1)
    const link = await ownLink(id)
    await link.confirm()
    const { patientConfirmedAt } = await desk.row(id)
    expect(patientConfirmedAt).toEqual(expect.any(String))
    return { id, link, patientConfirmedAt }
  }

  it.each([60, 20])('stays when only the length changes to %i minutes', async (duration) => {
    const { id, patientConfirmedAt } = await confirmedVisit()
    const { body } = await desk.move(id, { start_time: '10:00', duration })
    expect(body.data).toMatchObject({ duration, patientConfirmedAt })
    later()
    expect(await sent()).toBe(0)
    expect(await desk.row(id)).toMatchObject({ patientConfirmedAt })
  })

  it('comes back with an appointment that goes straight back, and no message is sent', async () => {
    const { id, link, patientConfirmedAt } = await confirmedVisit()
    expect((await desk.move(id, { start_time: '11:00' })).body.data).toMatchObject({
      patientConfirmedAt: null,
    })
    expect(await link.see()).toMatchObject({ patientConfirmedAt: null })
    expect((await desk.move(id, { start_time: '10:00' })).body.data).toMatchObject({ patientConfirmedAt })
    later()
    expect(await sent()).toBe(0)
    expect(await desk.row(id)).toMatchObject({ patientConfirmedAt })
  })

  it('of a time that the patient knows to be over does not come back with it', async () => {
    const { id } = await confirmedVisit()
    for (const start_time of ['11:00', '10:00']) {
      await desk.move(id, { start_time })
      later()
      expect(await sent()).toBe(1)
      expect(await desk.row(id)).toMatchObject({ patientConfirmedAt: null })
    }
  })

  it('of a time that the desk has called off does not come back with it', async () => {
    const { id } = await confirmedVisit()
    const move = { appointment_date: '2030-03-05', start_time: '11:00' }
    await desk.change(id, { move, notify: false })
    await desk.move(id, { start_time: '10:00' })
    expect(await desk.row(id)).toMatchObject({ patientConfirmedAt: null })
    later()
    expect(await sent()).toBe(1)
  })

  it('of a time that no message has named yet is announced as over', async () => {
    const { id, link } = await confirmedVisit()
    await desk.move(id, { start_time: '11:00' })
    await link.confirm()
    expect(await desk.row(id)).toMatchObject(confirmed)
    await desk.move(id, { start_time: '10:00' })
    expect(await desk.row(id)).toMatchObject({ patientConfirmedAt: null })
    later()
    const { mails } = await deliverDue(desk.clinic)
    expect(mails.map(({ text }) => text)).toEqual([expect.stringMatching(/Before: .* 11:00 AM/)])
  })

  it('stays when a message names the time that was confirmed', async () => {
    const { id, link } = await confirmedVisit()
    await desk.move(id, { start_time: '11:00' })
    await link.confirm()
    later()
    expect(await sent()).toBe(1)
    await desk.move(id, { start_time: '11:00', duration: 45 })
    expect(await desk.row(id)).toMatchObject(confirmed)
  })

  it('for a chosen doctor ends with another one, and stays where none was chosen', async () => {
    const chosen = await confirmedVisit()
    const any = await confirmedVisit({ doctor_id: null, start_time: '14:00' })
    const { doctor } = await desk.row(any.id)
    const other = doctor.id === 'fct-danjuma' ? 'fct-okafor' : 'fct-danjuma'
    await desk.move(chosen.id, { start_time: '10:00', doctor: other })
    await desk.move(any.id, { start_time: '14:00', doctor: other })
    expect(await desk.row(chosen.id)).toMatchObject({ patientConfirmedAt: null })
    expect(await desk.row(any.id)).toMatchObject(confirmed)
    later()
    expect(await sent()).toBe(1)
  })

  it('ends with a move that an older server of the clinic makes', async () => {
    const { id, patientConfirmedAt } = await confirmedVisit()
    const shift = (by: string) =>
      query(
        `UPDATE appointments SET starts_at = starts_at + $2::interval, ends_at = ends_at + $2::interval,
           patient_confirmed_at = NULL, version = version + 1 WHERE id = $1`,
        [id, by],
      )
    await shift('1 hour')
    expect(await desk.row(id)).toMatchObject({ patientConfirmedAt: null })
    await shift('-1 hour')
    expect(await desk.row(id)).toMatchObject({ patientConfirmedAt })
  })
})

describe('random moves, lengths, doctors, undos and confirmations', () => {
  const DOCTORS = ['fct-musa', 'fct-okafor']
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('move' as const),
      start_time: fc.constantFrom('10:00', '11:00', '12:00'),
      duration: fc.constantFrom(undefined, 30, 45),
      doctor: fc.constantFrom(undefined, ...DOCTORS),
    }),
    fc.record({ kind: fc.constantFrom('undo' as const, 'confirm' as const, 'told' as const) }),
  )
  type Place = { start: string; doctor: string }

  it('keep the chosen doctor, and notify and ask the patient again just where they must', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(null, 'fct-musa'),
        // Few and long: what begins a history costs as much as three of its steps.
        fc.array(step, { minLength: 6, maxLength: 12 }),
        async (doctor_id, steps) => {
          await query('UPDATE appointments SET status = $1 WHERE status <> $1', ['cancelled'])
          await deliverDue(desk.clinic)
          const id = await desk.web({ doctor_id })
          const link = await ownLink(id)
          const now = async (): Promise<Place & { duration: number }> => {
            const { appointment_date, doctor, duration } = await desk.row(id)
            return { start: appointment_date.slice(11, 16), doctor: doctor.id, duration }
          }
          /** As the receptionist would say it. */
          const isElsewhere = (one: Place, other: Place) =>
            one.start !== other.start ||
            (doctor_id !== null && (one.doctor === doctor_id) !== (other.doctor === doctor_id))
          await deliverDue(desk.clinic)
          let told: Place = await now()
          /** The confirmed place, as long as no message named another. */
          let confirmed: Place | null = null
          let before = await now()
          const deliver = async () => {
            later()
            const here = await now()
            const isTold = isElsewhere(told, here) || (confirmed !== null && isElsewhere(confirmed, here))
            expect((await deliverDue(desk.clinic)).mails).toHaveLength(isTold ? 1 : 0)
            if (!isTold) return
            told = here
            if (confirmed && isElsewhere(confirmed, here)) confirmed = null
          }
          for (const each of steps) {
            const here = await now()
            if (each.kind === 'confirm') {
              await link.confirm()
              confirmed = here
            } else if (each.kind === 'told') await deliver()
            else {
              const { start_time, duration, doctor } =
                each.kind === 'move'
                  ? each
                  : { start_time: before.start, duration: before.duration, doctor: before.doctor }
              expect((await desk.move(id, { start_time, duration, doctor })).status).toBe(200)
              before = here
            }
            const row = await details(id)
            const there = await now()
            expect(row.doctorChosen).toBe(there.doctor === doctor_id)
            expect(row.patientConfirmedAt !== null).toBe(confirmed !== null && !isElsewhere(confirmed, there))
          }
          await deliver()
          expect(await sent()).toBe(0)
        },
      ),
      { numRuns: 12 },
    )
  })
})
