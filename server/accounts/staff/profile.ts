import type { Pool } from 'pg'
import type { EditProfile } from '../../../contract/auth.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { audit } from '../audit/audit.ts'
import type { SignedInStaff } from '../auth/sessions.ts'

/** Editable fields; type, role and address are not, and of the locations only which one is first. */
type Profile = Pick<SignedInStaff, 'username' | 'surname' | 'otherNames' | 'profession' | 'jobTitle'>

/**
 * Saves one's own profile; the audit trail records which fields changed, not their values.
 * @param edit missing or null fields stay; an empty profession or job title is removed
 * @param order their locations in the new order, undefined when unchanged; `isBound`: those that the session does not
 * reach stay behind them
 * @returns the updated staff member; null when the username is taken
 */
export async function saveProfile(
  pool: Pool,
  staff: SignedInStaff,
  edit: EditProfile,
  order?: { locations: readonly string[]; isBound: boolean },
): Promise<SignedInStaff | null> {
  const profile: Profile = {
    username: edit.username,
    surname: edit.surname ?? staff.surname,
    otherNames: edit.other_names ?? staff.otherNames,
    profession: (edit.profession ?? staff.profession) || null,
    jobTitle: (edit.job_title ?? staff.jobTitle) || null,
  }
  const locations = order?.locations ?? staff.locations
  const changed: string[] = (Object.keys(profile) as (keyof Profile)[]).filter(
    (name) => profile[name] !== staff[name],
  )
  if (locations.join() !== staff.locations.join()) changed.push('location')
  if (changed.length === 0) return staff
  const saved = await inTransaction(pool, async (client) => {
    const { username, surname, otherNames, profession, jobTitle } = profile
    await client.query(
      `UPDATE staff SET username = $2, surname = $3, other_names = $4, profession = $6, job_title = $7,
         locations = CASE WHEN $5::text[] IS NULL THEN locations WHEN $8 THEN $5 || ARRAY(
           SELECT code FROM unnest(locations) WITH ORDINALITY AS own (code, place) WHERE code <> ALL ($5) ORDER BY place)
         ELSE $5 END
       WHERE id = $1`,
      [
        staff.id,
        username,
        surname,
        otherNames,
        order?.locations ?? null,
        profession,
        jobTitle,
        order?.isBound ?? false,
      ],
    )
    const subject = { kind: 'staff', id: staff.id }
    const details = { fields: changed.join(', ') }
    await audit(client, { staffId: staff.id, action: 'staff.profile_changed', subject, details })
    return true
  }).catch((error: { constraint?: unknown }) => {
    if (error.constraint === 'staff_username') return false
    throw error
  })
  return saved ? { ...staff, ...profile, locations } : null
}
