import type { Pool } from 'pg'
import type { EditProfile } from '../../contract/auth.ts'
import { audit } from '../audit/audit.ts'
import type { SignedInStaff } from '../auth/sessions.ts'
import { inTransaction } from '../db/in-transaction.ts'

/** What one may change of oneself. Type, role and address are not among it. */
type Profile = Pick<
  SignedInStaff,
  'username' | 'surname' | 'otherNames' | 'location' | 'profession' | 'jobTitle'
>

/**
 * Saves what a staff member changed of themselves; the audit trail keeps which fields, not what they say.
 * @param edit what is left out or null stays; an empty profession or job title is taken away
 * @param location code of a location of the clinic, null for all of them, undefined when it stays
 * @returns the staff member as they are now; null when the username is someone else's
 */
export async function saveProfile(
  pool: Pool,
  staff: SignedInStaff,
  edit: EditProfile,
  location: string | null | undefined,
): Promise<SignedInStaff | null> {
  const profile: Profile = {
    username: edit.username,
    surname: edit.surname ?? staff.surname,
    otherNames: edit.other_names ?? staff.otherNames,
    location: location === undefined ? staff.location : location,
    profession: (edit.profession ?? staff.profession) || null,
    jobTitle: (edit.job_title ?? staff.jobTitle) || null,
  }
  const changed = (Object.keys(profile) as (keyof Profile)[]).filter((name) => profile[name] !== staff[name])
  if (changed.length === 0) return staff
  const saved = await inTransaction(pool, async (client) => {
    const { username, surname, otherNames, location, profession, jobTitle } = profile
    await client.query(
      `UPDATE staff SET username = $2, surname = $3, other_names = $4, location = $5, profession = $6, job_title = $7
       WHERE id = $1`,
      [staff.id, username, surname, otherNames, location, profession, jobTitle],
    )
    const subject = { kind: 'staff', id: staff.id }
    const details = { fields: changed.join(', ') }
    await audit(client, { staffId: staff.id, action: 'staff.profile_changed', subject, details })
    return true
  }).catch((error: { constraint?: unknown }) => {
    if (error.constraint === 'staff_username') return false
    throw error
  })
  return saved ? { ...staff, ...profile } : null
}
