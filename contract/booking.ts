import * as v from 'valibot'
import { DEFAULT_MINUTES, LONGEST_MINUTES, SHORTEST_MINUTES } from '../domain/services.ts'
import { AppointmentTypeField } from './catalog.ts'
import { answerOf } from './envelope.ts'
import {
  Address,
  Age,
  ClinicDate,
  Complaint,
  Email,
  type FieldMessage,
  Gender,
  Id,
  LocationText,
  Nationality,
  optionalField,
  Phone,
  ServiceText,
  TimeOfDay,
  VisitorName,
} from './fields.ts'
import { Language } from './languages.ts'

const invalid: FieldMessage = 'invalid'

/** In minutes: the service's, or the default that every page has always sent. */
const Duration = v.pipe(
  v.number(invalid),
  v.integer(invalid),
  v.minValue(SHORTEST_MINUTES, invalid),
  v.maxValue(LONGEST_MINUTES, invalid),
)

/** Time, place, service and the language of messages, by default English. */
const appointment = {
  location: LocationText,
  appointmentType: AppointmentTypeField,
  service_id: optionalField(Id),
  serviceText: optionalField(ServiceText),
  doctor_id: optionalField(Id),
  appointment_date: ClinicDate,
  start_time: TimeOfDay,
  description: optionalField(Complaint),
  consultation_id: optionalField(v.literal('initial', invalid)),
  duration: optionalField(Duration),
  duration_type: optionalField(v.literal('m', invalid)),
  consulting_room_id: optionalField(v.null(invalid)),
  bill: optionalField(v.literal(false, invalid)),
  language: optionalField(Language),
  /** The day of the text of /privacy that was shown with the words that booking agrees to it (`domain/privacy-text.ts`). */
  consent: optionalField(ClinicDate),
}
const Appointment = v.object(appointment)

const appointmentOf = (wire: v.InferOutput<typeof Appointment>) => ({
  location: wire.location,
  appointmentType: wire.appointmentType,
  serviceId: wire.service_id,
  serviceText: wire.serviceText,
  doctorId: wire.doctor_id,
  date: wire.appointment_date,
  time: wire.start_time,
  complaint: wire.description,
  duration: wire.duration,
  // Omitted when not given, so that a request of a page without languages is unchanged: a repeated request is
  // recognised by these values.
  ...(wire.language !== null && { language: wire.language }),
  ...(wire.consent !== null && { consent: wire.consent }),
})

/**
 * The body of POST /appointments/book, in the names of the specification (section 7). `surname` carries the first name
 * and `other_names` the rest. Repetitions may come along and are not read: the form's own fields (firstName, lastName,
 * phoneNumber, rawId, emrId, middleName, date, time, doctor, service), patient_id, date_of_birth, department_id,
 * tariff, and `token`, since the bearer counts. So none of it, the token above all, is part of a request's identity,
 * and none is stored or logged.
 */
const BookAppointmentWire = v.object({
  surname: VisitorName,
  other_names: VisitorName,
  email: Email,
  phone_number: Phone,
  age: optionalField(Age),
  guardian: optionalField(VisitorName),
  gender: optionalField(Gender),
  nationality: optionalField(Nationality),
  address: optionalField(Address),
  ...appointment,
})

/** The same in the project's own words: no later code sees the wire's names. */
export const BookAppointment = v.pipe(
  BookAppointmentWire,
  v.transform((wire) => ({
    firstName: wire.surname,
    lastName: wire.other_names,
    email: wire.email,
    phone: wire.phone_number,
    age: wire.age,
    // Omitted when not given, like the language.
    ...(wire.guardian !== null && { guardian: wire.guardian }),
    gender: wire.gender,
    nationality: wire.nationality,
    address: wire.address,
    ...appointmentOf(wire),
  })),
)
export type BookAppointment = v.InferOutput<typeof BookAppointment>
export type BookAppointmentWire = v.InferInput<typeof BookAppointmentWire>

/**
 * The same body with a verified patient's token, which says who comes. Its personal fields are not read, right or
 * wrong, except an email address, a phone number or a guardian that the record lacks. `override` books beside an
 * overlapping appointment of the same person, which is refused first (`same_person_same_time`).
 */
export const BookForPatient = v.pipe(
  v.object({
    email: v.optional(v.unknown()),
    phone_number: v.optional(v.unknown()),
    guardian: v.optional(v.unknown()),
    override: optionalField(v.boolean(invalid)),
    ...appointment,
  }),
  v.transform((wire) => ({
    typed: { email: wire.email, phone: wire.phone_number, guardian: wire.guardian },
    ...appointmentOf(wire),
    // Omitted when not given, like the language.
    ...(wire.override === true && { override: true }),
  })),
)
export type BookForPatient = v.InferOutput<typeof BookForPatient>

/** Typed values for the fields that the record lacks; null: nothing typed. */
export const TypedContact = {
  email: optionalField(Email),
  phone: optionalField(Phone),
  guardian: optionalField(VisitorName),
}

/** Form fields of the wizard for the answer's `errors`. */
export const FORM_FIELD_OF_WIRE = {
  surname: 'firstName',
  other_names: 'lastName',
  email: 'email',
  phone_number: 'phoneNumber',
  age: 'age',
  guardian: 'guardian',
  gender: 'gender',
  nationality: 'nationality',
  location: 'location',
  appointmentType: 'appointmentType',
  service_id: 'serviceId',
  serviceText: 'serviceId',
  doctor_id: 'doctorId',
  appointment_date: 'date',
  start_time: 'time',
  description: 'description',
} as const satisfies Partial<Record<keyof BookAppointmentWire, string>>

/** The `Idempotency-Key` header: made by the page, new for every booking that differs. */
export const IdempotencyKey = v.pipe(v.string(invalid), v.regex(/^[\w-]{16,64}$/, invalid))

/**
 * The `Enamel-Browser` header: the page's name for its browser, random and stored there. With the network address it
 * identifies a stranger's own bookings; it proves nothing.
 */
export const BrowserId = v.optional(v.pipe(v.string(invalid), v.regex(/^[\w-]{16,64}$/, invalid)))

/** Answer to a booking (201): `appointment_date` is the instant with the clinic's offset, `duration` in minutes. */
export const Booked = v.object({
  reference: v.string(),
  appointment_date: v.string(),
  /** Missing in answers that were stored before services had lengths. */
  duration: v.optional(v.number(), DEFAULT_MINUTES),
  /**
   * Doctor of the appointment, chosen or assigned; the clinic may still assign another. Missing in answers stored by
   * earlier versions.
   */
  doctor: v.optional(v.object({ id: v.string(), name: v.string() })),
})
export const BookedAnswer = answerOf(Booked)
export type Booked = v.InferOutput<typeof Booked>
