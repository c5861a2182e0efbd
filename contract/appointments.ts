import * as v from 'valibot'
import { pageOf } from './envelope.ts'
import { type FieldMessage, LocationText, optionalField, SearchText } from './fields.ts'
import { PageQuery } from './lists.ts'

const invalid: FieldMessage = 'invalid'

/** POST /appointments/{location}: a location in any spelling, or 'all'. */
export const ListedLocation = v.object({ location: LocationText })

/** ?status&page&limit: '1' lists open appointments (Pending), '0' confirmed ones, empty or absent both. */
export const ListAppointments = v.object({
  status: v.optional(v.picklist(['1', '0', ''], invalid), ''),
  ...PageQuery,
})
export type ListAppointments = v.InferOutput<typeof ListAppointments>

/**
 * The body, which may be left out. What is searched for may be a patient's name and so never stands in an address:
 * a reference or its beginning, parts of a name, part of an email address, or a phone number in any form.
 */
export const SearchAppointments = v.object({ search: optionalField(SearchText) })

/**
 * A row of the list (specification, section 3). `appointment_date` is the instant with the clinic's offset. As in the
 * booking's body `surname` carries the first name and `other_names` the rest. `user.location` is that of the appointment.
 */
export const Appointment = v.object({
  id: v.string(),
  reference: v.string(),
  appointment_date: v.string(),
  isOpen: v.boolean(),
  status: v.picklist(['open', 'confirmed', 'cancelled']),
  version: v.number(),
  /** It is still to come and a blocker lies over it: someone has to call the patient. */
  blocked: v.boolean(),
  serviceText: v.string(),
  description: v.string(),
  doctor: v.object({ id: v.string(), name: v.string() }),
  user: v.object({
    location: v.string(),
    surname: v.string(),
    other_names: v.string(),
    address: v.string(),
    email: v.string(),
    phone_number: v.string(),
  }),
})
export type Appointment = v.InferOutput<typeof Appointment>
export const AppointmentsAnswer = pageOf(Appointment)
export type AppointmentsPage = v.InferOutput<typeof AppointmentsAnswer>
