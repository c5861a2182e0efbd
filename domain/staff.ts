/** 'admin' sees and changes appointments and blockers; 'staff' signs in and books (specification, section 6). */
export const STAFF_TYPES = ['admin', 'staff'] as const
export type StaffType = (typeof STAFF_TYPES)[number]

const DOCTORS = ['medical director', 'doctor', 'admin', 'dentist']

type Titles = {
  role?: { slug: string } | null | undefined
  profession?: string | null | undefined
  job_title?: string | null | undefined
}

type Names = {
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  surname?: string | null | undefined
  other_names?: string | null | undefined
}

/** 'Dr.' or 'Dt.', by role, profession or job title (specification, section 6: 'Display prefix'). */
export function displayPrefix({ role, profession, job_title }: Titles): 'Dr.' | 'Dt.' {
  const titles = [role?.slug, profession, job_title].map((title) => title?.trim().toLowerCase() ?? '')
  return titles.some((title) => DOCTORS.includes(title)) ? 'Dr.' : 'Dt.'
}

/** The name of a staff member with the prefix, in start case: 'Dr. Ada Obi' (specification, section 6). */
export function displayName(person: Titles & Names): string {
  const first = person.first_name || person.other_names || ''
  const last = person.last_name || person.surname || ''
  return [displayPrefix(person), startCase(first), startCase(last)].filter(Boolean).join(' ')
}

/** Every word, and every part after a hyphen, with a capital; other letters stay as they were written. */
function startCase(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}
