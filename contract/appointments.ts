import * as v from 'valibot'
import { daysBetween, isClinicDate } from '../domain/clinic-time.ts'
import { DEFAULT_MINUTES } from '../domain/services.ts'
import { answerOf, pageOf } from './envelope.ts'
import { CancelReason, type FieldMessage, LocationText, optionalField, SearchText } from './fields.ts'
import { PageQuery, RANGE_DAYS } from './lists.ts'

const invalid: FieldMessage = 'invalid'
const dateInvalid: FieldMessage = 'date_invalid'

const optionalDay = v.pipe(
  v.string(dateInvalid),
  v.check((text) => text === '' || isClinicDate(text), dateInvalid),
)

const inOrder = ({ from, to }: { from: string; to: string }) => from === '' || to === '' || from <= to

/** POST /appointments/{location}: a location in any spelling, or 'all'. */
export const ListedLocation = v.object({ location: LocationText })

/**
 * `status` '1' open appointments (Pending), '0' confirmed ones, empty or absent both; `from` and `to` days in
 * clinic time, both included; `cancelled=1` adds cancelled ones.
 */
const filter = {
  status: v.optional(v.picklist(['1', '0', ''], invalid), ''),
  from: v.optional(optionalDay, ''),
  to: v.optional(optionalDay, ''),
  cancelled: v.optional(v.picklist(['1', '0', ''], invalid), ''),
}

type Range = { from: string; to: string; all: string }
const isWhole = ({ all }: Range) => all === '1'
const hasEnd = (range: Range) => !isWhole(range) || range.to !== ''
const hasStart = (range: Range) => !isWhole(range) || range.from !== ''
const isShort = (range: Range) =>
  !isWhole(range) || range.from === '' || range.to === '' || daysBetween(range.from, range.to) < RANGE_DAYS

/**
 * ?status&from&to&cancelled&page&limit. `all=1` lists every row from `from` to `to` by time, without pages:
 * at most 31 days and 2,000 rows; a search always has pages.
 */
export const ListAppointments = v.pipe(
  v.object({ ...filter, all: v.optional(v.picklist(['1', '0', ''], invalid), ''), ...PageQuery }),
  v.forward(v.partialCheck([['from'], ['to']], inOrder, dateInvalid), ['to']),
  v.forward(v.partialCheck([['from'], ['to'], ['all']], hasStart, dateInvalid), ['from']),
  v.forward(v.partialCheck([['from'], ['to'], ['all']], hasEnd, dateInvalid), ['to']),
  v.forward(v.partialCheck([['from'], ['to'], ['all']], isShort, dateInvalid), ['to']),
)
export type ListAppointments = v.InferOutput<typeof ListAppointments>

/** Without pages: their limit does not bind an export. */
export const ExportAppointments = v.pipe(
  v.object(filter),
  v.forward(v.partialCheck([['from'], ['to']], inOrder, dateInvalid), ['to']),
)
export type ExportAppointments = v.InferOutput<typeof ExportAppointments>

/**
 * The optional body: a search may be a patient's name, so it never stands in an address. It is a reference or
 * its beginning, parts of a name, part of an email address, or a phone number in any form.
 */
export const SearchAppointments = v.object({ search: optionalField(SearchText) })

/**
 * What the desk should look at. `same_person`: a visit of the same person overlaps it; `over_limit`: booked over the open
 * appointments that one contact may have; `asked_to_call`: the patient wishes to be called.
 */
export const MARKS = ['same_person', 'over_limit', 'asked_to_call'] as const

/**
 * A row of the list (specification, section 3). As in the booking's body `surname` carries the first name and
 * `other_names` the rest. `user.location` is that of the appointment.
 */
export const Appointment = v.object({
  id: v.string(),
  reference: v.string(),
  appointment_date: v.string(),
  /** When it ends, with the clinic's offset; missing in answers that an older version has stored on a device. */
  end: v.optional(v.string()),
  /** In minutes; missing there as well. */
  duration: v.optional(v.number(), DEFAULT_MINUTES),
  isOpen: v.boolean(),
  status: v.picklist(['open', 'confirmed', 'cancelled']),
  version: v.number(),
  /** A future appointment that a blocker covers: someone has to call the patient. */
  blocked: v.boolean(),
  /** Missing in answers that an older version has stored on a device. */
  marks: v.optional(v.array(v.picklist(MARKS)), []),
  /** Who of the staff booked it; null: the patient, or an account that is gone. */
  bookedBy: v.optional(v.nullable(v.object({ id: v.string(), name: v.string() }))),
  serviceText: v.string(),
  description: v.string(),
  doctor: v.object({ id: v.string(), name: v.string() }),
  user: v.object({
    location: v.string(),
    surname: v.string(),
    other_names: v.string(),
    /** A registered patient's title, names and raw id (section 3). */
    displayName: v.optional(v.string()),
    address: v.string(),
    email: v.string(),
    phone_number: v.string(),
  }),
})
export type Appointment = v.InferOutput<typeof Appointment>
export const AppointmentsAnswer = pageOf(Appointment)
export type AppointmentsPage = v.InferOutput<typeof AppointmentsAnswer>

/** History, oldest first. `by` is the display name of who did it; null: the patient. */
export const AppointmentEvent = v.object({
  at: v.string(),
  action: v.picklist(['booked', 'confirmed', 'reopened', 'cancelled']),
  by: v.nullable(v.string()),
})
export type AppointmentEvent = v.InferOutput<typeof AppointmentEvent>

export const AppointmentDetails = v.object({
  ...Appointment.entries,
  doctorChosen: v.boolean(),
  /** The reason sent to the patient; null when none was given. */
  cancelReason: v.nullable(v.string()),
  patient: v.object({
    /** In years. A visitor's as given at booking; a registered patient's today. */
    age: v.nullable(v.number()),
    gender: v.nullable(v.string()),
    nationality: v.nullable(v.string()),
  }),
  history: v.array(AppointmentEvent),
})
export type AppointmentDetails = v.InferOutput<typeof AppointmentDetails>
export const AppointmentDetailsAnswer = answerOf(AppointmentDetails)

/**
 * PATCH /appointments/{id}: either `isOpen` (false confirms, true reopens) or `status` 'cancelled', with a
 * reason that the patient gets.
 */
export const ChangeAppointment = v.pipe(
  v.object({
    isOpen: v.optional(v.boolean(invalid)),
    status: v.optional(v.literal('cancelled', invalid)),
    reason: optionalField(CancelReason),
  }),
  v.check(({ isOpen, status }) => (isOpen === undefined) !== (status === undefined), invalid),
  v.transform(({ isOpen, reason }) => {
    if (isOpen === undefined) return { change: 'cancel' as const, reason }
    return { change: isOpen ? ('reopen' as const) : ('confirm' as const) }
  }),
)
export type ChangeAppointmentWire = v.InferInput<typeof ChangeAppointment>
export type ChangeAppointment = v.InferOutput<typeof ChangeAppointment>

export const ChangedAppointmentAnswer = answerOf(Appointment)
