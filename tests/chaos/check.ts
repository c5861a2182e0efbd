import { query } from './database.ts'
import type { Ledger } from './ledger.ts'
import { type Messages, referencesIn } from './messages.ts'

type Stored = {
  key: string
  reference: string
  email: string
  location: string
  doctorId: string
  date: string
  time: string
  /** Hashes of the links to it. */
  links: readonly string[]
  /** In UTC, as a calendar entry has it. */
  startsAt: string
  /** By the appointment, and by the audit trail. */
  moved: number
  movesNoted: number
  /** Whether its SMS was interrupted, so that it may have arrived and is not sent again. */
  isUnknown: boolean
}

export type Checked = {
  /** Acknowledged bookings that are missing or differ. */
  lost: number
  /** Pairs of appointments of one doctor at one time, and keys or people with more than one appointment. */
  doubled: number
  /** Mails repeated with the same Message-ID. */
  repeated: number
  problems: string[]
}

/**
 * Compares acknowledged bookings and moves with the database and the mail server. Each must exist exactly once and no
 * other, no doctor may have two at one time, and each needs its mail, once or repeated with the same
 * Message-ID.
 */
export async function check(
  databaseUrl: string,
  ledger: Ledger,
  messages: Pick<Messages, 'mails' | 'sms'>,
): Promise<Checked> {
  const problems: string[] = []
  const stored = await query<Stored>(databaseUrl, STORED)
  const byKey = new Map<string, Stored[]>()
  for (const each of stored) byKey.set(each.key, [...(byKey.get(each.key) ?? []), each])

  let lost = 0
  let doubled = 0
  for (const told of ledger.acknowledged.values()) {
    const found = byKey.get(told.wish.key) ?? []
    if (found.length > 1) doubled += found.length - 1
    const isThere = found.some(
      (each) =>
        each.reference === told.reference &&
        each.date === told.at.date &&
        each.time === told.at.time &&
        each.location === told.at.location &&
        (told.at.doctorId === null || each.doctorId === told.at.doctorId),
    )
    const moves = new Set(found.flatMap((each) => [each.moved, each.movesNoted]))
    if (isThere && moves.size === 1 && moves.has(told.moves)) continue
    lost++
    problems.push(
      `${told.reference} was acknowledged, moved ${told.moves} times, and is ${found.length > 0 ? `another (${JSON.stringify(found)})` : 'not there'}`,
    )
  }
  for (const { key, reference } of stored) {
    if (!ledger.acknowledged.has(key)) problems.push(`${reference} is there and nobody was told`)
  }
  const [{ appointments = 0, collisions = 0 } = {}] = await query<{
    appointments: number
    collisions: number
  }>(databaseUrl, COUNTS)
  if (appointments !== stored.length) {
    problems.push(`${appointments} appointments, and ${stored.length} that belong to a key`)
  }
  if (collisions > 0) problems.push(`${collisions} times a doctor has two appointments at once`)
  return { lost, doubled: doubled + collisions, ...checkMessages(stored, messages, problems), problems }
}

function checkMessages(
  stored: readonly Stored[],
  { mails, sms }: Pick<Messages, 'mails' | 'sms'>,
  problems: string[],
) {
  const idsOf = new Map<string, Set<string>>()
  const ownerOf = new Map<string, string>()
  const referenceOf = new Map(stored.map(({ email, reference }) => [email, reference]))
  const timesOf = new Map<string, Set<string | undefined>>()
  let received = 0
  for (const { to, messageId, text, startsAt } of mails) {
    // To the admin, whom a watcher that has listed so many patients is an alarm to.
    if (!to.startsWith('chaos.')) continue
    received++
    idsOf.set(to, (idsOf.get(to) ?? new Set()).add(messageId))
    timesOf.set(to, (timesOf.get(to) ?? new Set()).add(startsAt))
    const reference = referenceOf.get(to)
    if (reference === undefined) problems.push(`a mail about an appointment that is not there (${messageId})`)
    else if (!referencesIn(text).includes(reference)) problems.push(`a mail without ${reference}`)
    if ((ownerOf.get(messageId) ?? to) !== to) problems.push(`two appointments share ${messageId}`)
    ownerOf.set(messageId, to)
  }
  for (const { email, reference, links, isUnknown, moved, startsAt } of stored) {
    if (email === '') {
      const got = sms.filter((each) => each === reference || links.includes(each)).length
      if (got !== 1 && !(isUnknown && got === 0)) problems.push(`${reference} has ${got} SMS`)
      continue
    }
    const ids = idsOf.get(email)?.size ?? 0
    if (ids === 0) problems.push(`${reference} has no mail`)
    // At most one more for each move: a patient who did not know of the earlier time gets none.
    if (ids > 1 + moved) problems.push(`${reference} has mails with ${ids} Message-IDs, and ${moved} moves`)
    if (moved > 0 && !timesOf.get(email)?.has(startsAt))
      problems.push(`no mail about ${reference} has its time`)
  }
  return { repeated: received - ownerOf.size }
}

const STORED = `
  SELECT k.key, a.reference, p.email, a.location, a.doctor_id AS "doctorId",
         to_char(a.starts_at AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS date,
         to_char(a.starts_at AT TIME ZONE 'Africa/Lagos', 'HH24:MI') AS time,
         ARRAY(SELECT l.token_hash FROM visit_links l WHERE l.appointment_id = a.id) AS links,
         EXISTS (SELECT FROM messages m WHERE m.appointment_id = a.id AND m.state = 'unknown') AS "isUnknown",
         to_char(a.starts_at AT TIME ZONE 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') AS "startsAt", a.moved,
         (SELECT count(*)::int FROM audit_log l
          WHERE l.action = 'appointment.moved' AND l.subject_kind = 'appointment' AND l.subject_id = a.id::text) AS "movesNoted"
  FROM idempotency_keys k
  JOIN appointments a ON a.reference = k.answer ->> 'reference'
  JOIN patients p ON p.id = a.patient_id
  -- A move's answer has the appointment's id, a booking's has not.
  WHERE NOT k.answer ? 'id'`

const COUNTS = `
  SELECT (SELECT count(*)::int FROM appointments) AS appointments,
         (SELECT count(*)::int FROM appointments a JOIN appointments b
            ON a.doctor_id = b.doctor_id AND a.id < b.id
           AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
          WHERE a.takes_time AND b.takes_time) AS collisions`
