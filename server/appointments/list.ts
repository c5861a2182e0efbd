import { and, count, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Appointment, ListAppointments } from '../../contract/appointments.ts'
import type { Clinic } from '../../domain/clinic.ts'
import { isoWithOffset } from '../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../domain/locations.ts'
import type { BlockersNow } from '../blockers/current.ts'
import { appointments, doctors, patients } from '../db/schema.ts'
import { matching } from './search.ts'

export type AppointmentQuestion = ListAppointments & {
  /** Code of a location, or 'all'. */
  location: string
  search: string | null
}

const STATUS = { '1': 'open', '0': 'confirmed' } as const

/**
 * One page of the appointments that are asked for, and how many there are; cancelled ones are left out. Those to come
 * are first, the soonest at the top, then the past ones, the latest first. One that is under way is still to come.
 */
export async function listAppointments(
  { db, blockers }: { db: NodePgDatabase; blockers: BlockersNow },
  { location, status, search, page, limit }: AppointmentQuestion,
  { timeZone, country }: Pick<Clinic, 'timeZone' | 'country'>,
  now: Date,
): Promise<{ rows: Appointment[]; total: number }> {
  const wanted = and(
    ne(appointments.status, 'cancelled'),
    location === ALL_LOCATIONS ? undefined : eq(appointments.location, location),
    status === '' ? undefined : eq(appointments.status, STATUS[status]),
    search === null ? undefined : matching(search, country),
  )
  const toCome = gt(appointments.endsAt, now)
  const order = [
    desc(toCome),
    sql`CASE WHEN ${toCome} THEN ${appointments.startsAt} END`,
    desc(appointments.startsAt),
    appointments.id,
  ]
  // Found first and filled in afterwards, so that only the rows of the page are joined.
  const found = db
    .select({ id: appointments.id })
    .from(appointments)
    .where(wanted)
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit)
    .as('found')
  const [rows, totals] = await Promise.all([
    db
      .select({ appointment: appointments, patient: patients, doctorName: doctors.name })
      .from(found)
      .innerJoin(appointments, eq(appointments.id, found.id))
      .innerJoin(patients, eq(patients.id, appointments.patientId))
      .innerJoin(doctors, eq(doctors.id, appointments.doctorId))
      .orderBy(...order),
    db.select({ total: count() }).from(appointments).where(wanted),
  ])
  return {
    rows: rows.map((row) => {
      const { location, startsAt } = row.appointment
      // Nothing is booked under a blocker: one that it lies over was there before.
      const blocked = startsAt > now && blockers.cover(location, row.appointment)
      return asAppointment(row, timeZone, blocked)
    }),
    total: totals[0]?.total ?? 0,
  }
}

type Row = {
  appointment: typeof appointments.$inferSelect
  patient: typeof patients.$inferSelect
  doctorName: string
}

/** A row in the names of the wire (specification, section 3). */
function asAppointment(
  { appointment, patient, doctorName }: Row,
  timeZone: string,
  blocked: boolean,
): Appointment {
  return {
    id: appointment.id,
    reference: appointment.reference,
    appointment_date: isoWithOffset(appointment.startsAt, timeZone),
    isOpen: appointment.status === 'open',
    status: appointment.status as Appointment['status'],
    version: appointment.version,
    blocked,
    serviceText: appointment.serviceText,
    description: appointment.complaint,
    doctor: { id: appointment.doctorId, name: doctorName },
    user: {
      location: appointment.location,
      surname: patient.firstName,
      other_names: patient.lastName,
      address: patient.address,
      email: patient.email,
      phone_number: patient.phone,
    },
  }
}
