import type { Pool } from 'pg'
import type { ReadAction } from './actions.ts'
import { audit } from './audit.ts'
import type { Details } from './details.ts'

type Fetched = {
  action: ReadAction
  subject: { kind: 'device' | 'feed'; id: string }
  /** Ids of the appointments that it got. */
  appointments: readonly string[]
  details: Details
  /** Hours in which an appointment isn't named again. */
  hours: number
}

/** Records that a program fetched appointments unattended. It names each of them about once an hour. */
export async function noteFetch(
  db: Pick<Pool, 'query'>,
  { action, subject, appointments, details, hours }: Fetched,
): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT jsonb_array_elements_text(details -> 'appointments') AS id FROM audit_log
     WHERE subject_kind = $1 AND subject_id = $2 AND action = $3 AND at > now() - make_interval(hours => $4)`,
    [subject.kind, subject.id, action, hours],
  )
  const known = new Set(rows.map(({ id }) => id))
  const news = appointments.filter((id) => !known.has(id))
  if (news.length === 0 && known.size > 0) return
  await audit(db, { staffId: null, action, subject, details: { ...details, appointments: news } })
}
