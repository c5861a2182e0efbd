import { startCase } from './start-case.ts'

/**
 * From most rights to least; the rights of each are in `rights.ts`. 'admin' and 'staff' are the specification's
 * (section 6).
 */
export const STAFF_TYPES = ['admin', 'manager', 'reception', 'doctor', 'staff'] as const
export type StaffType = (typeof STAFF_TYPES)[number]

/** Parts of a display name (specification, section 3); missing parts count as empty. */
export type NamedStaff = {
  surname?: string | null
  other_names?: string | null
  /** These two take precedence over `other_names` and `surname`. */
  first_name?: string | null
  last_name?: string | null
  role?: { slug?: string | null } | null
  profession?: string | null
  job_title?: string | null
}

const DOCTORS = ['medical director', 'doctor', 'admin', 'dentist']

/** 'Dr.' when role slug, profession or job title says so, 'Dt.' for anyone else (specification, section 6). */
export function displayPrefix({ role, profession, job_title }: NamedStaff): 'Dr.' | 'Dt.' {
  const says = [role?.slug, profession, job_title].map((text) => text?.trim().toLowerCase() ?? '')
  return says.some((text) => DOCTORS.includes(text)) ? 'Dr.' : 'Dt.'
}

/** 'Dr. Ada Obi'. */
export function displayName(staff: NamedStaff): string {
  const first = staff.first_name?.trim() || staff.other_names
  const last = staff.last_name?.trim() || staff.surname
  return [displayPrefix(staff), startCase(`${first ?? ''} ${last ?? ''}`)].join(' ').trim()
}
