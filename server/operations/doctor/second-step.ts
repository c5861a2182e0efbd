import type { Pool } from 'pg'
import type { StaffType } from '../../../domain/staff.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

/** Names to which no mail goes (RFC 2606, RFC 6761, RFC 6762, RFC 8375; ICANN for 'internal'), and what some systems call themselves. */
const NOWHERE =
  /[@.](?:localhost|localdomain|local|internal|lan|home\.arpa|invalid|test|example(?:\.(?:com|net|org))?)$/i

/** Reports whether an address leads to no mailbox; whether any other is read is unknown. */
export const leadsNowhere = (email: string): boolean => NOWHERE.test(email)

const WITHOUT = `
  SELECT email FROM staff
  WHERE type = 'admin' AND disabled_at IS NULL
    AND NOT EXISTS (SELECT FROM staff_factors WHERE staff_factors.staff_id = staff.id)`
const ADMINS = `SELECT count(*)::int AS admins FROM staff WHERE type = 'admin' AND disabled_at IS NULL`

/**
 * Checks that each admin who has to set up a second factor can get the code that is mailed for it.
 * @param required the types that must have one
 */
export async function checkSecondStep(
  db: Pick<Pool, 'query'>,
  required: readonly StaffType[],
): Promise<Finding[]> {
  if (!required.includes('admin')) return []
  const without = await db.query<{ email: string }>(WITHOUT)
  const shutOut = without.rows.filter(({ email }) => leadsNowhere(email)).length
  if (shutOut === 0)
    return [ok('Second step', 'Each admin has one, or an address to which its code can be mailed.')]
  const { rows } = await db.query<{ admins: number }>(ADMINS)
  if (shutOut === rows[0]?.admins) {
    return [
      wrong(
        'Second step',
        'Admins must set one up with a code by mail, and no admin has an address to which mail goes.',
        'Before the two weeks are over: npm run staff -- add another admin with a mailbox that somebody reads, and disable this one.',
      ),
    ]
  }
  return [
    warning(
      'Second step',
      `Admins must set one up with a code by mail, and ${shutOut} of ${rows[0]?.admins} have an address to which no mail goes.`,
      'Add them anew with a mailbox that they read, and disable the former accounts (npm run staff).',
    ),
  ]
}
