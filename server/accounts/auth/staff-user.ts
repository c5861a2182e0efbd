import type { StaffUser } from '../../../contract/auth.ts'
import { displayName } from '../../../domain/staff.ts'
import type { SignedIn, SignedInStaff } from './sessions.ts'

/** Names in wire form (specification, section 3), as the name helper reads them. */
export function wireNames(
  staff: Pick<SignedInStaff, 'surname' | 'otherNames' | 'roleSlug' | 'profession' | 'jobTitle'>,
) {
  return {
    surname: staff.surname,
    other_names: staff.otherNames,
    role: staff.roleSlug === null ? null : { slug: staff.roleSlug },
    profession: staff.profession,
    job_title: staff.jobTitle,
  }
}

export function staffUser(staff: SignedInStaff): StaffUser {
  const names = wireNames(staff)
  return {
    id: staff.id,
    username: staff.username,
    email: staff.email,
    ...names,
    displayName: displayName(names),
    location: staff.locations[0] ?? null,
    type: staff.type,
    locations: [...staff.locations],
    doctorId: staff.doctorId,
    rightsVersion: staff.rightsVersion,
    boundTo: staff.boundTo && [...staff.boundTo],
  }
}

/** A session as the wire has it. */
export function signedInData({ staff, token, lockKey, factorDueAt }: SignedIn) {
  const due = factorDueAt && { factorDueAt: factorDueAt.toISOString() }
  return { user: staffUser(staff), token, lockKey, ...due }
}
