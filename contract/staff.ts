import * as v from 'valibot'
import { STAFF_TYPES } from '../domain/staff.ts'
import { StaffTypeField } from './auth.ts'
import { pageOf } from './envelope.ts'
import { Email, type FieldMessage, Id, LocationText, optionalField, PersonName } from './fields.ts'
import { PageQuery } from './lists.ts'

const invalid: FieldMessage = 'invalid'

const LOCATIONS_MAX = 100

/**
 * Fields that decide a person's rights (domain/rights.ts). `locations` in any spelling, the first one being the start
 * of lists; `location` alone means one. Without any an admin begins with all, staff have none, and the others need one.
 * `doctorId`: for a doctor's account, of the catalogue.
 */
const accessFields = {
  type: StaffTypeField,
  location: optionalField(LocationText),
  locations: v.optional(
    v.nullable(v.pipe(v.array(LocationText, invalid), v.maxLength(LOCATIONS_MAX, invalid))),
    null,
  ),
  doctorId: optionalField(Id),
}

export const InviteStaff = v.object({
  email: Email,
  surname: PersonName,
  other_names: PersonName,
  ...accessFields,
  profession: optionalField(PersonName),
  job_title: optionalField(PersonName),
})
export type InviteStaff = v.InferOutput<typeof InviteStaff>
export type InviteStaffWire = v.InferInput<typeof InviteStaff>

export const StaffQuery = v.object(PageQuery)

/** A row of the staff list: an account, or an invitation not accepted yet. */
export const StaffRow = v.object({
  id: v.string(),
  state: v.picklist(['active', 'disabled', 'invited']),
  username: v.nullable(v.string()),
  email: v.string(),
  displayName: v.string(),
  type: v.picklist(STAFF_TYPES),
  location: v.nullable(v.string()),
  locations: v.array(v.string()),
  doctorId: v.nullable(v.string()),
  /** Instant with offset; null: never. */
  lastSignInAt: v.nullable(v.string()),
})
export type StaffRow = v.InferOutput<typeof StaffRow>
export const StaffListAnswer = pageOf(StaffRow)

export const StaffParam = v.object({ id: v.pipe(v.string(invalid), v.uuid(invalid)) })

/** PATCH /staff/{id} disables an account, which ends its sessions at once, or enables it again. */
export const ChangeStaff = v.object({ disabled: v.boolean() })

/** PUT /staff/{id}/access: a person's rights from now on. */
export const StaffAccess = v.object(accessFields)
export type StaffAccess = v.InferOutput<typeof StaffAccess>
export type StaffAccessWire = v.InferInput<typeof StaffAccess>
