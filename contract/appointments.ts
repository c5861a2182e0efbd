import * as v from 'valibot'
import { daysBetween, isClinicDate } from '../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../domain/locations.ts'
import { DEFAULT_MINUTES } from '../domain/services.ts'
import { VISIT_STATES, type VisitState } from '../domain/visits.ts'
import { answerOf, pageOf } from './envelope.ts'
import {
  CancelReason,
  ClinicDate,
  DeskMinutes,
  DeskTime,
  type FieldMessage,
  Id,
  LocationText,
  MAX_LENGTH,
  OverrideReason,
  optionalField,
  SearchText,
} from './fields.ts'
import { PageQuery, RANGE_DAYS } from './lists.ts'
import { Message } from './messages.ts'

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
 * `status` '1' open appointments (Pending), '0' confirmed ones, empty or absent both; `from` and `to` days in clinic
 * time, both included; `cancelled=1` adds cancelled ones; `doctor` one doctor's, by id; `visit` those in that state:
 * arrived and seated patients are today's.
 */
const filter = {
  status: v.optional(v.picklist(['1', '0', ''], invalid), ''),
  from: v.optional(optionalDay, ''),
  to: v.optional(optionalDay, ''),
  cancelled: v.optional(v.picklist(['1', '0', ''], invalid), ''),
  doctor: v.optional(
    v.pipe(v.string(invalid), v.maxLength(MAX_LENGTH.id, invalid), v.regex(/^[\w-]*$/, invalid)),
    '',
  ),
  visit: v.optional(v.picklist([...VISIT_STATES, ''], invalid), ''),
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
 * Optional body: a search may be a patient's name, so it is never part of an address. It is a reference or its
 * beginning, parts of a name, part of an email address, or a phone number in any form.
 */
export const SearchAppointments = v.object({ search: optionalField(SearchText) })

/**
 * Marks for the desk. `same_person`: an appointment of the same person overlaps it; `over_limit`: booked above the open
 * appointments that one contact may have; `asked_to_call`: the patient would like a call.
 */
export const MARKS = ['same_person', 'over_limit', 'asked_to_call'] as const

/** Origin of a booking. */
export const CHANNELS = ['web', 'desk', 'phone', 'walk_in'] as const
export type Channel = (typeof CHANNELS)[number]

/** Time of a step of the visit. `late`: on another day than the appointment's, so it says nothing about waiting. */
const VisitTime = v.object({ at: v.string(), late: v.boolean() })
const visitTimes = {
  arrived: VisitTime,
  in_chair: VisitTime,
  done: VisitTime,
  no_show: VisitTime,
} satisfies Record<VisitState, typeof VisitTime>

/**
 * A row of the list (specification, section 3). As in the booking's body `surname` carries the first name and
 * `other_names` the rest. `user.location` is that of the appointment.
 */
export const Appointment = v.object({
  id: v.string(),
  reference: v.string(),
  /** The start, an instant with offset. */
  appointment_date: v.string(),
  /**
   * An instant with offset; an appointment that was done early has ended then. Missing in answers that an older version
   * has stored on a device.
   */
  end: v.optional(v.string()),
  /** In minutes, from start to end; missing there as well. */
  duration: v.optional(v.number(), DEFAULT_MINUTES),
  isOpen: v.boolean(),
  status: v.picklist(['open', 'confirmed', 'cancelled']),
  /** State of the visit; null: none yet. */
  visit: v.optional(v.nullable(v.picklist(VISIT_STATES)), null),
  /** Times of its steps so far. */
  visitTimes: v.optional(v.partial(v.object(visitTimes)), {}),
  /** Time of the patient's confirmation. */
  patientConfirmedAt: v.optional(v.nullable(v.string()), null),
  channel: v.optional(v.picklist(CHANNELS), 'web'),
  /** Number of moves. */
  moved: v.optional(v.number(), 0),
  /**
   * A walk-in without a slot waits since then. It takes no doctor's time until it is moved to a slot; its start is the
   * arrival.
   */
  waiting: v.optional(v.nullable(v.object({ since: v.string(), urgent: v.boolean() })), null),
  version: v.number(),
  /** A future appointment that a blocker covers: someone has to call the patient. */
  blocked: v.boolean(),
  /** Missing in answers that an older version has stored on a device. */
  marks: v.optional(v.array(v.picklist(MARKS)), []),
  /** Staff member who booked it; null: the patient, or an account that is gone. */
  bookedBy: v.optional(v.nullable(v.object({ id: v.string(), name: v.string() }))),
  /**
   * Id of one of the clinic's services; null: none of them. Missing in answers that an older version has stored on a
   * device.
   */
  serviceId: v.optional(v.nullable(v.string()), null),
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

/** A time of the book, as in the history of moves. */
const Place = v.object({ appointment_date: v.string(), location: v.string(), doctor: v.string() })

/**
 * History, oldest first. `by` is the display name of who did it; null: the patient. `from` and `to` of a move; doctors by
 * name.
 */
export const AppointmentEvent = v.object({
  at: v.string(),
  action: v.picklist([
    'booked',
    'confirmed',
    'reopened',
    'cancelled',
    'moved',
    ...VISIT_STATES,
    'visit_undone',
  ]),
  by: v.nullable(v.string()),
  from: v.optional(Place),
  to: v.optional(Place),
  /** Reason for the desk's override. */
  reason: v.optional(v.string()),
  /** A move that undid the one before. */
  undo: v.optional(v.literal(true)),
})
export type AppointmentEvent = v.InferOutput<typeof AppointmentEvent>

export const AppointmentDetails = v.object({
  ...Appointment.entries,
  doctorChosen: v.boolean(),
  /** The reason sent to the patient; null when none was given. */
  cancelReason: v.nullable(v.string()),
  patient: v.object({
    /**
     * Id of the record: a merged visitor's is the registered patient's. Missing in answers that an older version has
     * stored.
     */
    id: v.optional(v.string()),
    /** In years. A visitor's as given at booking; a registered patient's today. */
    age: v.nullable(v.number()),
    gender: v.nullable(v.string()),
    nationality: v.nullable(v.string()),
    /** Number of no-shows. Missing in answers that an older version has stored on a device. */
    noShows: v.optional(v.number(), 0),
    /** Number of past visits, without this one, and the latest day of them, 'YYYY-MM-DD'. Missing there as well. */
    visits: v.optional(v.number()),
    lastVisit: v.optional(v.nullable(v.string()), null),
    /** The latest note of colleagues; null: none. Missing there as well. */
    note: v.optional(v.nullable(v.string()), null),
    /** Guardian of a minor; empty: none given. Missing in answers that an older version has stored. */
    guardian: v.optional(v.string(), ''),
  }),
  /** Months until the recall; null: none. Missing in answers that an older version has stored. */
  recallMonths: v.optional(v.nullable(v.number()), null),
  /** Entry of the patient on the waiting list for an earlier time; null: none. Missing there as well. */
  waitingId: v.optional(v.nullable(v.string()), null),
  history: v.array(AppointmentEvent),
  /** Messages about this appointment, latest first. Missing in answers that an older version has stored on a device. */
  messages: v.optional(v.array(Message)),
})
export type AppointmentDetails = v.InferOutput<typeof AppointmentDetails>
export const AppointmentDetailsAnswer = answerOf(AppointmentDetails)

/**
 * GET /appointments/without-outcome?location&from&page&limit: past appointments without a recorded outcome. `from` is a
 * day of the last 31, by default today; `location` by default all of one's own.
 */
export const WithoutOutcomeQuery = v.object({
  location: v.optional(LocationText, ALL_LOCATIONS),
  from: v.optional(optionalDay, ''),
  ...PageQuery,
})

/** Rules that an override can break; another appointment is never one of them. */
export const OVERRIDABLE = ['closed', 'blocker', 'same_person'] as const
export type Overridable = (typeof OVERRIDABLE)[number]

/**
 * Override of closed hours, a blocker, or an appointment of the same person, as far as `over` names them: the rules
 * that the person was asked about. Anything else is a new question, a 409; without `over` all are overridden.
 */
export const Override = v.object({
  reason: OverrideReason,
  over: v.optional(
    v.pipe(v.array(v.picklist(OVERRIDABLE, invalid), invalid), v.maxLength(OVERRIDABLE.length, invalid)),
  ),
})
export type OverrideWire = v.InferInput<typeof Override>
export type Override = v.InferOutput<typeof Override>
export const overridesRule = (override: Pick<Override, 'over'> | null, what: Overridable): boolean =>
  override?.over?.includes(what) ?? false

/**
 * A move. Omitted fields stay: the location, and the length. Without a doctor it stays with its doctor if the patient
 * chose them or they are free, else it goes to any free one.
 */
const MoveTo = v.object({
  location: optionalField(LocationText),
  appointment_date: ClinicDate,
  start_time: DeskTime,
  doctor: optionalField(Id),
  duration: optionalField(DeskMinutes),
})

/**
 * PATCH /appointments/{id}: exactly one of `isOpen` (false confirms, true reopens), `status` 'cancelled', with a reason
 * that the patient gets, `visit` (null undoes the first step) and `move`. `notify` false: the patient has heard of the
 * move already. `undo`: the move undoes the one before, with the override that was there.
 */
export const ChangeAppointment = v.pipe(
  v.object({
    isOpen: v.optional(v.boolean(invalid)),
    status: v.optional(v.literal('cancelled', invalid)),
    reason: optionalField(CancelReason),
    visit: v.optional(v.nullable(v.picklist(VISIT_STATES, invalid))),
    move: v.optional(MoveTo),
    notify: v.optional(v.boolean(invalid), true),
    undo: v.optional(v.boolean(invalid), false),
    override: optionalField(Override),
  }),
  v.forward(
    v.partialCheck([['undo'], ['move']], ({ undo, move }) => !undo || move !== undefined, invalid),
    ['undo'],
  ),
  v.check(
    ({ isOpen, status, visit, move }) =>
      [isOpen, status, visit, move].filter((field) => field !== undefined).length === 1,
    invalid,
  ),
  v.transform(({ isOpen, reason, visit, move, notify, undo, override }) => {
    if (isOpen !== undefined) return { change: isOpen ? ('reopen' as const) : ('confirm' as const) }
    if (visit !== undefined) return { change: 'visit' as const, visit }
    if (move !== undefined) return { change: 'move' as const, move, notify, undo, override }
    return { change: 'cancel' as const, reason }
  }),
)
export type ChangeAppointmentWire = v.InferInput<typeof ChangeAppointment>
export type ChangeAppointment = v.InferOutput<typeof ChangeAppointment>

export const ChangedAppointmentAnswer = answerOf(Appointment)

export const NearestTime = v.object({
  appointment_date: ClinicDate,
  start_time: v.string(),
  doctor: v.object({ id: v.string(), name: v.string() }),
})
export type NearestTime = v.InferOutput<typeof NearestTime>

/**
 * `data` of a 409 `slot_taken` or `override_needed` at the desk: up to three free slots, and the conflicting
 * appointments within one's reach. `because` names the rule an override would break: closed hours, with the `hours` of
 * that day, of the doctor where only one is asked for (times of day in clinic time; none: closed all day); or the first
 * `blocker` there, or a doctor's leave (instants with offset).
 */
export const TimeConflict = v.object({
  nearest: v.array(NearestTime),
  takenBy: v.array(Appointment),
  because: v.optional(v.picklist(['closed', 'blocker'])),
  hours: v.optional(v.array(v.object({ from: v.string(), to: v.string() }))),
  blocker: v.optional(
    v.object({
      description: v.string(),
      start: v.string(),
      end: v.string(),
      doctorId: v.nullable(v.string()),
    }),
  ),
})
export type TimeConflict = v.InferOutput<typeof TimeConflict>

/** `data` of a 409 `same_person_same_time` at the desk: the appointments of the same person at that time. */
export const SamePerson = v.object({ samePerson: v.array(Appointment) })
export type SamePerson = v.InferOutput<typeof SamePerson>
