import type { Pool } from 'pg'
import type { OwnVisit } from '../../../contract/own-visit.ts'
import type { OwnVisitDay } from '../../../contract/own-visit-calls.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate, clinicTime, isoWithOffset } from '../../../domain/clinic-time.ts'
import { changeUntil, ownChangeRefusal } from '../../../domain/own-visit.ts'
import { nameInitials } from '../../../domain/patient-name.ts'
import type { Visit } from '../../../domain/visits.ts'
import { knownLocation } from '../../platform/http/clinic-codes.ts'
import { availabilityOf, knownOf } from '../availability/availability.ts'
import { leaveOut } from '../availability/repository.ts'
import type { BookContext } from '../blocked/context.ts'
import { canKeepUntil } from '../changes/by-patient.ts'
import { doctorsOfVisit, minutesOfVisit, movableClinic } from '../changes/move.ts'
import type { StoredAppointment } from '../visits/appointment-row.ts'
import { currentOffer } from '../waiting-list/offers.ts'
import { ownEntry } from '../waiting-list/who-waits.ts'

type Row = {
  reference: string
  status: OwnVisit['status']
  visit: Visit
  startsAt: Date
  endsAt: Date
  location: string
  doctor: string
  patientConfirmedAt: Date | null
  patientCancelledAt: Date | null
  cancelledFrom: 'open' | 'confirmed' | null
  askedToCall: boolean
  version: number
  language: string
  firstName: string
  lastName: string
}

/** Data for the page of an appointment's own link. The complaint is not read. Null: the appointment is gone. */
export async function ownVisit(
  pool: Pick<Pool, 'query'>,
  id: string,
  { clinic, now }: { clinic: Clinic; now: Date },
): Promise<OwnVisit | null> {
  const { rows } = await pool.query<Row>({
    name: 'own-visit',
    text: `SELECT a.reference, a.status, a.visit, a.starts_at AS "startsAt", coalesce(a.full_ends_at, a.ends_at) AS "endsAt",
             a.patient_cancelled_at AS "patientCancelledAt", a.cancelled_from AS "cancelledFrom", a.location, d.name AS doctor, a.patient_confirmed_at AS "patientConfirmedAt", a.version, a.language,
             p.first_name AS "firstName", p.last_name AS "lastName",
             EXISTS (SELECT FROM todos t WHERE t.appointment_id = a.id AND t.kind = 'asked_to_call' AND t.done_at IS NULL)
               AS "askedToCall"
           FROM appointments a JOIN patients p ON p.id = a.patient_id JOIN doctors d ON d.id = a.doctor_id WHERE a.id = $1`,
    values: [id],
  })
  const [row] = rows
  if (!row) return null
  const whose = { appointmentId: id }
  const [offer, entry] = await Promise.all([
    currentOffer(pool, whose, { clinic, now }),
    ownEntry(pool, whose, { clinic, now }),
  ])
  const { timeZone, booking, locations } = clinic
  const { reference, status, startsAt, endsAt, doctor, patientConfirmedAt, askedToCall, version, language } =
    row
  const iso = (instant: Date) => isoWithOffset(instant, timeZone)
  const keepUntil = canKeepUntil(row, now)
  // A location that is gone from clinic.config.ts is shown by its code.
  const place = locations.find(({ code }) => code === row.location)
  return {
    reference,
    initials: nameInitials(row),
    status,
    appointment_date: iso(startsAt),
    end: iso(endsAt),
    duration: (endsAt.getTime() - startsAt.getTime()) / 60_000,
    place: {
      name: place?.name ?? row.location,
      address: place?.address ?? '',
      phone: place?.phone ?? null,
    },
    doctor,
    patientConfirmedAt: patientConfirmedAt && iso(patientConfirmedAt),
    askedToCall,
    changeUntil: iso(changeUntil(startsAt, booking)),
    canChange: ownChangeRefusal(row, { booking, now }) === null,
    keepUntil: keepUntil && iso(keepUntil),
    offer,
    waits: entry !== null,
    version,
    language,
  }
}

/**
 * Times that a patient can move an appointment to, on days in clinic time, both included: those of its doctor, and apart
 * from them those of others.
 */
export async function timesToMove(
  { pool, blockers, clinic, now }: Pick<BookContext, 'pool' | 'blockers' | 'clinic' | 'now'>,
  appointment: StoredAppointment,
  { from, to }: { from: string; to: string },
): Promise<OwnVisitDay[]> {
  const location = knownLocation(clinic, appointment.location)
  const { able, own } = doctorsOfVisit(clinic, appointment, location.code)
  const known = await knownOf({ pool, blockers }, clinic, { doctors: able, from, to })
  leaveOut(known.taken, appointment)
  const at = now()
  const question = { location, from, to, minutes: minutesOfVisit(appointment), now: at }
  const movable = movableClinic(clinic, appointment, at)
  const byDoctor = able.map((doctor) => ({
    doctor,
    days: availabilityOf(movable, { ...question, doctors: [doctor] }, known),
  }))
  const ownDays = byDoctor.find(({ doctor }) => doctor === own)?.days
  const [date, time] = [clinicDate, clinicTime].map((of) => of(appointment.startsAt, clinic.timeZone))
  return availabilityOf(movable, { ...question, doctors: able }, known).map((day, i) => {
    const slots = ownDays?.[i]?.slots ?? []
    const isPresent = (slot: string) => day.date === date && slot === time
    const others = day.slots
      .filter((slot) => !slots.includes(slot) && !isPresent(slot))
      .flatMap((slot) => {
        const free = byDoctor.find(({ days }) => days[i]?.slots.includes(slot))?.doctor
        return free ? [{ time: slot, doctor: { id: free.id, name: free.name } }] : []
      })
    return { date: day.date, slots: slots.filter((slot) => !isPresent(slot)), others }
  })
}
