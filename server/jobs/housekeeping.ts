import type { Pool } from 'pg'
import { type Deletion, deleteInPortions } from './delete-in-portions.ts'

/** What is of no use any more. Age is by the database's clock. */
const OVER: readonly Deletion[] = [
  // The answers kept for repeated bookings (design: the same key within 24 h returns the first answer).
  { table: 'idempotency_keys', key: 'key', when: `created_at < now() - interval '24 hours'` },
  { table: 'sessions', key: 'token_hash', when: 'expires_at < now()' },
  { table: 'rate_limits', key: 'key', when: 'expire < extract(epoch FROM now()) * 1000' },
  { table: 'oidc_sign_ins', key: 'state_hash', when: 'expires_at < now()' },
  // Used, late or never sent; a day longer, for someone who asks why a link did not work.
  {
    table: 'password_resets',
    key: 'id',
    when: `expires_at < now() - interval '1 day'`,
  },
  // A code is good for minutes; a day longer, for someone who asks why none came.
  { table: 'challenges', key: 'id', when: `expires_at < now() - interval '1 day'` },
  {
    table: 'invitations',
    key: 'id',
    when: `coalesce(used_at, expires_at) < now() - interval '30 days'`,
  },
  // No longer listed. A tablet that is heard of later than that is unknown, which tells it the same as 'revoked'.
  { table: 'devices', key: 'id', when: `ended_at < now() - interval '30 days'` },
]

/** Deletes what is over. Several servers may do it at once. */
export async function housekeeping(pool: Pick<Pool, 'query'>): Promise<void> {
  for (const deletion of OVER) await deleteInPortions(pool, deletion)
}
