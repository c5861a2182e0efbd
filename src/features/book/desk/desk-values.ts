import * as v from 'valibot'
import type { NearestTime } from '../../../../contract/appointments.ts'
import type { BookAtDeskWire } from '../../../../contract/desk.ts'
import { DeskTime, PersonName } from '../../../../contract/fields.ts'
import { timeOf } from '../../../../domain/clinic-time.ts'
import { readPhone } from '../../../../domain/contact.ts'
import type { OfflineRequest, RequestDetails } from '../../../offline/requests/request.ts'
import type { Problems } from '../../../ui/form/problems.ts'
import type { Desk } from '../state/desk-atom.ts'
import { isSameBooking } from './question.ts'
import { isWhole } from './typed.ts'

/** Values of the panel while nobody is chosen. */
export const NO_PATIENT = {
  /** Id of a record, or NEW_PATIENT. */
  patient: '',
  /** Of the record. */
  name: '',
  firstName: '',
  lastName: '',
  phoneNumber: '',
  unreachable: '',
}

const EMPTY = {
  /** Typed name or number. */
  search: '',
  ...NO_PATIENT,
  location: '',
  /** Empty: the first of those that are offered; of a saved request: none. */
  service: '',
  /** Minutes; empty: the service's. */
  duration: '',
  /** 'YYYY-MM-DD' and 'HH:mm' in clinic time, or half of one while it is being typed. */
  appointment_date: '',
  start_time: '',
  /** Id; empty: any. */
  doctor: '',
  channel: 'phone',
  urgent: '',
  /** Of a series: weeks between two visits, and how many there are; empty: one visit. */
  weeks: '',
  visits: '',
  /** Reason to book over a conflict. */
  reason: '',
}
export type BookingField = keyof typeof EMPTY
export type BookingValues = Record<BookingField, string>
/** In the order of the panel. */
export const BOOKING_FIELDS = Object.keys(EMPTY) as BookingField[]

export type When = Pick<BookingValues, 'appointment_date' | 'start_time' | 'doctor'>
export const whenOf = ({ appointment_date, start_time, doctor }: NearestTime): When => ({
  appointment_date,
  start_time,
  doctor: doctor.id,
})

export const NEW_PATIENT = 'new'
/** A checkbox that is checked; empty: it is not. */
export const CHECKED = 'yes'

export const CHANNELS = ['phone', 'desk', 'walk_in'] as const
export type DeskChannel = (typeof CHANNELS)[number]

/** Purpose of a press: to book, to save an offline request, or to add to the waiting list. */
export type Intent = 'book' | 'save' | 'wait'

/** The panel's own sentences; all others are the contract's. */
export const NEEDS = ['need.patient', 'need.name', 'need.contact', 'need.time', 'need.reason'] as const

/** @param day on which an appointment without a place begins, 'YYYY-MM-DD' in clinic time */
export function valuesFor(
  { place, location, patient, request }: Pick<Desk, 'place' | 'location' | 'patient' | 'request'>,
  day: string,
): BookingValues {
  if (request) return valuesOf(request)
  return {
    ...EMPTY,
    patient: patient?.id ?? '',
    name: patient?.name ?? '',
    location,
    appointment_date: place?.day ?? day,
    start_time: place ? timeOf(place.from) : '',
    doctor: place?.doctor.id ?? '',
  }
}

/** A saved request, to be corrected. */
export function valuesOf({
  body,
  name,
  phone,
}: Pick<OfflineRequest, 'body' | 'name' | 'phone'>): BookingValues {
  const { patient } = body
  return {
    ...EMPTY,
    ...('id' in patient
      ? { patient: patient.id, name }
      : { search: name, patient: NEW_PATIENT, firstName: patient.firstName, lastName: patient.lastName }),
    phoneNumber: phone,
    unreachable: body.reachable === false ? CHECKED : '',
    location: body.location,
    service: body.service ?? '',
    duration: body.duration ? `${body.duration}` : '',
    appointment_date: body.appointment_date ?? '',
    start_time: body.start_time ?? '',
    doctor: body.doctor ?? '',
    channel: body.channel === 'desk' || body.channel === 'walk_in' ? body.channel : 'phone',
  }
}

export const channelOf = ({ channel }: Pick<BookingValues, 'channel'>): DeskChannel =>
  CHANNELS.find((each) => each === channel) ?? 'phone'

/** Whether a walk-in gets today's first gap, which only the server can find. */
export const takesFirstGap = ({ channel, start_time }: BookingValues, intent: Intent): boolean =>
  intent === 'book' && channel === 'walk_in' && start_time === ''

const isName = (text: string) => v.safeParse(PersonName, text).issues?.[0].message

/**
 * Finds what is missing or wrong, also what the server would refuse only later, when the caller is gone.
 * @param of.asksReason something stands in the way that only a reason goes over
 * @param of.today 'YYYY-MM-DD' in clinic time
 */
export function checkBooking(
  values: BookingValues,
  of: { intent: Intent; asksReason: boolean; today: string },
): Problems<BookingField> {
  const problems: Problems<BookingField> = {}
  const isNew = values.patient === NEW_PATIENT
  const phone = values.phoneNumber.trim()
  if (values.patient === '') problems.search = { key: 'need.patient' }
  for (const name of isNew ? (['firstName', 'lastName'] as const) : []) {
    const wrong = isName(values[name])
    if (wrong) problems[name] = { key: wrong === 'required' ? 'need.name' : wrong }
  }
  // Only a message tells who waits of a time.
  const needsPhone = isNew && (values.unreachable === '' || of.intent === 'wait')
  if (needsPhone && phone === '') problems.phoneNumber = { key: 'need.contact' }
  else if ((isNew || of.intent === 'save') && phone !== '' && readPhone(phone) === null)
    problems.phoneNumber = { key: 'phone_invalid' }
  if (of.intent === 'wait') return problems
  if (!takesFirstGap(values, of.intent)) {
    const { appointment_date: day, start_time: time } = values
    if (!isWhole(day)) problems.appointment_date = { key: 'need.time' }
    else if (of.intent === 'save' && day < of.today) problems.appointment_date = { key: 'slot_past' }
    if (!isWhole(time)) problems.start_time = { key: 'need.time' }
    else if (!v.is(DeskTime, time)) problems.start_time = { key: 'time_off_grid' }
  }
  if (of.asksReason && values.reason.trim() === '') problems.reason = { key: 'need.reason' }
  return problems
}

/** Null: nobody is chosen. */
export function patientOf(values: BookingValues): BookAtDeskWire['patient'] | null {
  if (values.patient === '') return null
  if (values.patient !== NEW_PATIENT) return { id: values.patient }
  const phone = values.phoneNumber.trim()
  return {
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    ...(phone && { phoneNumber: phone }),
  }
}

export const patientName = (values: BookingValues): string =>
  values.patient === NEW_PATIENT ? `${values.firstName.trim()} ${values.lastName.trim()}`.trim() : values.name

/** @param chosen the service and length that the panel shows */
export function bodyOf(
  values: BookingValues,
  intent: Intent,
  chosen: { service: string; minutes: number },
): BookAtDeskWire | null {
  const patient = patientOf(values)
  if (!patient) return null
  return {
    location: values.location,
    ...(takesFirstGap(values, intent)
      ? { urgent: values.urgent !== '' }
      : { appointment_date: values.appointment_date, start_time: values.start_time }),
    ...(values.doctor && { doctor: values.doctor }),
    ...(chosen.service && { service: chosen.service }),
    duration: chosen.minutes,
    channel: channelOf(values),
    patient,
    // Only somebody new is asked.
    reachable: values.patient !== NEW_PATIENT || values.unreachable === '',
  }
}

/**
 * Service that the panel shows, and the id that it sends. A saved request keeps its own, also one that is not offered or
 * not known on this device, or none; a new appointment begins with the first that is offered.
 */
export function serviceOf<S extends { id: string }>(
  { service: wanted }: Pick<BookingValues, 'service'>,
  offered: readonly S[],
  isSaved: boolean,
): { service: S | undefined; serviceId: string } {
  const service = offered.find(({ id }) => id === wanted) ?? (isSaved ? undefined : offered[0])
  return { service, serviceId: service?.id ?? wanted }
}

/** A booking that was sent, and its key. */
export type Attempt = { key: string; body: BookAtDeskWire }

/**
 * The request as it is saved.
 * @param unanswered a booking without an answer: the same details are the same booking, and keep its key
 */
export function requestOf(
  values: BookingValues,
  body: BookAtDeskWire,
  unanswered: Attempt | null,
): Pick<RequestDetails, 'name' | 'phone' | 'body'> & { key?: string } {
  const isSame = unanswered !== null && isSameBooking(unanswered.body, body)
  return {
    name: patientName(values),
    phone: values.phoneNumber.trim(),
    ...(isSame ? unanswered : { body }),
  }
}
