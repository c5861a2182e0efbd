import * as v from 'valibot'
import { InviteStaff, StaffAccess, type StaffAccessWire } from '../../../contract/staff.ts'
import { scopeOf } from '../../../domain/rights.ts'
import { STAFF_TYPES, type StaffType } from '../../../domain/staff.ts'
import { chosenIn } from '../../ui/form/checkbox-field.tsx'
import { type Problems, problemsOf } from '../../ui/form/problems.ts'

/** Access of a staff member, as text; `locations` with commas, for the types that are bound to them. */
export type AccessForm = Record<'type' | 'location' | 'locations' | 'doctorId', string>

const isType = (text: string): text is StaffType => (STAFF_TYPES as readonly string[]).includes(text)

/** Whether accounts of a type see only what belongs to their locations. */
export const isBound = (type: string): boolean =>
  isType(type) && ['locations', 'column'].includes(scopeOf(type, 'book.read') ?? '')
/** Whether accounts of a type have a doctor's column. */
export const hasColumn = (type: string): boolean => isType(type) && scopeOf(type, 'book.read') === 'column'

export function accessWire({ type, location, locations, doctorId }: AccessForm): StaffAccessWire {
  if (!isBound(type)) return { type: type as StaffType, location }
  return {
    type: type as StaffType,
    locations: chosenIn(locations),
    ...(hasColumn(type) && { doctorId }),
  }
}

export function checkAccess(form: AccessForm): Problems<keyof AccessForm> {
  const problems = missing(form)
  return { ...problemsOf(StaffAccess, { ...form, locations: chosenIn(form.locations) }), ...problems }
}

export type InviteForm = AccessForm &
  Record<'email' | 'other_names' | 'surname' | 'profession' | 'job_title', string>

export function checkInvite(form: InviteForm): Problems<keyof InviteForm> {
  const person = v.omit(InviteStaff, ['type', 'location', 'locations', 'doctorId'])
  return { ...problemsOf(person, form), ...checkAccess(form) }
}

function missing({ type, locations, doctorId }: AccessForm): Problems<keyof AccessForm> {
  return {
    ...(isBound(type) && chosenIn(locations).length === 0 && { locations: { key: 'locations_required' } }),
    ...(hasColumn(type) && doctorId === '' && { doctorId: { key: 'doctor_required' } }),
  }
}
