import type { StaffUser } from '../../contract/auth.ts'
import { displayName } from '../../domain/staff.ts'
import type { SignedInStaff } from '../auth/sessions.ts'

/** A staff member in the names of the wire (specification, section 3). */
export function staffUser(staff: SignedInStaff): StaffUser {
  const names = {
    surname: staff.surname,
    other_names: staff.otherNames,
    role: staff.roleSlug === null ? null : { slug: staff.roleSlug },
    profession: staff.profession,
    job_title: staff.jobTitle,
  }
  return {
    id: staff.id,
    username: staff.username,
    email: staff.email,
    ...names,
    displayName: displayName(names),
    location: staff.location,
    type: staff.type,
  }
}
