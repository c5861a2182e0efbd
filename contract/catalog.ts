import * as v from 'valibot'
import { APPOINTMENT_TYPES } from '../domain/clinic.ts'
import { answerOf } from './envelope.ts'
import { type FieldMessage, LocationText } from './fields.ts'

const typeInvalid: FieldMessage = 'type_invalid'
export const AppointmentTypeField = v.picklist(APPOINTMENT_TYPES, typeInvalid)

/** PUT /fetch/services: one location's services; without a type, all of them. */
export const FetchServices = v.object({ location: LocationText, type: v.nullish(AppointmentTypeField) })
export const Service = v.object({ id: v.string(), name: v.string(), tariff: v.nullable(v.number()) })
export const ServicesAnswer = answerOf(v.array(Service))
export type Service = v.InferOutput<typeof Service>

export const FetchDoctors = v.object({ location: LocationText })
/** The department stands under either name (specification, section 3); ours answers with `department`. */
export const Doctor = v.pipe(
  v.object({
    id: v.string(),
    name: v.string(),
    department: v.optional(v.string()),
    department_id: v.optional(v.string()),
  }),
  v.transform(({ department, department_id, ...doctor }) => ({
    ...doctor,
    department: department ?? department_id ?? '',
  })),
)
export const DoctorsAnswer = answerOf(v.array(Doctor))
export type Doctor = v.InferOutput<typeof Doctor>
