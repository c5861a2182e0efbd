import * as v from 'valibot'
import { APPOINTMENT_TYPES } from '../domain/clinic.ts'
import { DEFAULT_MINUTES } from '../domain/services.ts'
import { answerOf } from './envelope.ts'
import { type FieldMessage, Id, LocationText, optionalField } from './fields.ts'

const typeInvalid: FieldMessage = 'type_invalid'
export const AppointmentTypeField = v.picklist(APPOINTMENT_TYPES, typeInvalid)

/** PUT /fetch/services: services of one location; without a type, all of them. */
export const FetchServices = v.object({ location: LocationText, type: v.nullish(AppointmentTypeField) })
export const Service = v.object({
  id: v.string(),
  name: v.string(),
  tariff: v.nullable(v.number()),
  /** Its length; missing in answers that an older version has stored on a device. */
  minutes: v.optional(v.number(), DEFAULT_MINUTES),
  /** Ids of the doctors who do it; null: all. */
  doctors: v.optional(v.nullable(v.array(v.string())), null),
})
export const ServicesAnswer = answerOf(v.array(Service))
export type Service = v.InferOutput<typeof Service>

/** PATCH /fetch/doctors: those of one location, or of them those who do a service. */
export const FetchDoctors = v.object({ location: LocationText, serviceId: optionalField(Id) })
/** The wire has the department under either name (specification, section 3); ours answers with `department`. */
export const Doctor = v.pipe(
  v.object({
    id: v.string(),
    name: v.string(),
    department: v.optional(v.string()),
    department_id: v.optional(v.string()),
    /** Own hours there, Sunday first, in clinic time; missing: the location's. */
    openingHours: v.exactOptional(v.array(v.array(v.object({ from: v.string(), to: v.string() })))),
  }),
  v.transform(({ department, department_id, ...doctor }) => ({
    ...doctor,
    department: department ?? department_id ?? '',
  })),
)
export const DoctorsAnswer = answerOf(v.array(Doctor))
export type Doctor = v.InferOutput<typeof Doctor>
