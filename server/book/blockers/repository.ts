import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { SaveBlocker } from '../../../contract/blockers.ts'
import { occurrences } from '../../../domain/blocker-occurrences.ts'
import type { BlockerType } from '../../../domain/blockers.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { worksAt } from '../../../domain/doctors.ts'
import { type Reach, reaches, reachesBlocker } from '../../../domain/rights.ts'
import type { AuditAction } from '../../accounts/audit/actions.ts'
import { audit } from '../../accounts/audit/audit.ts'
import type { Details } from '../../accounts/audit/details.ts'
import { queueStandsNotes } from '../../messages/jobs/visit-notes.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { notify } from '../../platform/events/channel.ts'
import { ruleOf, type StoredBlocker } from '../blocked/blocker-row.ts'
import { timeFreed } from '../visits/time-freed.ts'

/** `location` is a code or null for all. */
export type BlockerToStore = Omit<SaveBlocker, 'location'> & { location: string | null }

export type Change = {
  /** For the audit trail. */
  staffId: string
  /** The clinic's: all bookings wait for a change. */
  locations: readonly string[]
  /** Reach of the right for the change. */
  reach: Reach
  now: Date
  /** The clinic's. */
  timeZone: string
}

export type Changed =
  | { kind: 'saved'; blocker: StoredBlocker }
  | { kind: 'unknown' }
  /** It applies at more locations than the right reaches. */
  | { kind: 'not_allowed' }
  /** Someone else saved it in between; with its present state. */
  | { kind: 'stale'; blocker: StoredBlocker }

const LISTED = `($1 = '' OR type = $1) AND ($2::text[] IS NULL OR location IS NULL OR location = ANY ($2))
  AND (doctor_id IS NULL OR $3::text[] IS NULL OR doctor_id = ANY ($3))`

/** Blockers that a person may read; null: all of them. */
export type Readable = {
  /** Codes: those that count there. */
  locations: readonly string[] | null
  /** Ids: the leave of these doctors. */
  doctorIds: readonly string[] | null
}

/** Leave is read where its doctor works; a doctor reads the own alone. */
export function readableBlockers(
  { doctors }: Pick<Clinic, 'doctors'>,
  { locations, doctorId }: Reach,
): Readable {
  if (doctorId !== null) return { locations, doctorIds: [doctorId] }
  const there = doctors.filter((doctor) => locations?.some((code) => worksAt(doctor, code)) ?? true)
  return { locations, doctorIds: locations && there.map(({ id }) => id) }
}

/**
 * A page of blockers, newest first, and how many there are.
 * @param type '' for all types
 */
export async function listBlockers(
  pool: Pick<Pool, 'query'>,
  { type, page, limit }: { type: BlockerType | ''; page: number; limit: number },
  { locations, doctorIds }: Readable,
): Promise<{ rows: StoredBlocker[]; total: number }> {
  const [{ rows }, totals] = await Promise.all([
    pool.query<StoredBlocker>(
      `SELECT * FROM blockers WHERE ${LISTED} ORDER BY created_at DESC, id LIMIT $4 OFFSET $5`,
      [type, locations, doctorIds, limit, (page - 1) * limit],
    ),
    pool.query<{ total: number }>(`SELECT count(*)::int AS total FROM blockers WHERE ${LISTED}`, [
      type,
      locations,
      doctorIds,
    ]),
  ])
  return { rows, total: totals.rows[0]?.total ?? 0 }
}

/** Null when it no longer exists. */
export async function storedBlocker(pool: Pick<Pool, 'query'>, id: string): Promise<StoredBlocker | null> {
  const { rows } = await pool.query<StoredBlocker>(`SELECT * FROM blockers WHERE id = $1`, [id])
  return rows[0] ?? null
}

/** Inserts only: no lock, no audit entry, no event. */
export async function insertBlocker(
  client: Pick<Pool, 'query'>,
  blocker: BlockerToStore,
  closedAt: Date | null = null,
): Promise<StoredBlocker> {
  const { rows } = await client.query<StoredBlocker>(
    `INSERT INTO blockers (id, description, type, starts_at, ends_at, recurring_days, recurring_dates,
                           selected_month, location, doctor_id, closed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING *`,
    [randomUUID(), ...columnsOf(blocker), closedAt],
  )
  return rows[0] as StoredBlocker
}

/**
 * Creates a blocker: after the commit no booking can be made under it.
 * @param closedAt time of closing a chair or a location from the day; null: any other blocker
 */
export async function createBlocker(
  pool: Pool | PoolClient,
  blocker: BlockerToStore,
  change: Change,
  closedAt: Date | null = null,
): Promise<StoredBlocker> {
  return changing(pool, change, async (client) => {
    const stored = await insertBlocker(client, blocker, closedAt)
    await changed(client, change, closedAt ? 'closure.created' : 'blocker.created', stored.id, {
      type: stored.type,
      location: stored.location,
    })
    await announce(client, stored)
    return stored
  })
}

/** @param version the one that was read; null: any */
export async function updateBlocker(
  pool: Pool,
  id: string,
  version: number | null,
  blocker: BlockerToStore,
  change: Change,
): Promise<Changed> {
  return changing(pool, change, async (client) => {
    const before = await expected(client, id, version, change)
    if (before.kind !== 'saved') return before
    const { rows } = await client.query<StoredBlocker>(
      `UPDATE blockers SET description = $2, type = $3, starts_at = $4, ends_at = $5, recurring_days = $6,
         recurring_dates = $7, selected_month = $8, location = $9, doctor_id = $10, version = version + 1
       WHERE id = $1 RETURNING *`,
      [id, ...columnsOf(blocker)],
    )
    const stored = rows[0] as StoredBlocker
    await changed(client, change, 'blocker.changed', id, {
      type: stored.type,
      location: stored.location,
    })
    await freed(client, before.blocker, change)
    // Also those where it no longer counts.
    if (before.blocker.location !== stored.location) await announce(client, before.blocker)
    await announce(client, stored)
    return { kind: 'saved', blocker: stored }
  })
}

/** @param version the one that was read; null: any */
export async function deleteBlocker(
  pool: Pool,
  id: string,
  version: number | null,
  change: Change,
): Promise<Changed> {
  return changing(pool, change, async (client) => {
    const before = await expected(client, id, version, change)
    if (before.kind !== 'saved') return before
    await client.query(`DELETE FROM blockers WHERE id = $1`, [id])
    await changed(client, change, 'blocker.deleted', id, { type: before.blocker.type })
    await queueStandsNotes(client, id, change.now)
    await freed(client, before.blocker, change)
    await announce(client, before.blocker)
    return before
  })
}

/** Deletes a closure that was made at `since` or later, and no other blocker. */
export async function takeBackClosure(
  pool: Pool,
  id: string,
  since: Date,
  change: Change,
): Promise<'done' | 'unknown' | 'too_late'> {
  return changing(pool, change, async (client) => {
    const { rows } = await client.query<StoredBlocker & { closed_at: Date | null }>(
      `SELECT * FROM blockers WHERE id = $1 FOR UPDATE`,
      [id],
    )
    const [blocker] = rows
    if (!blocker?.closed_at || !reaches(change.reach, blocker.location)) return 'unknown'
    if (blocker.closed_at < since) return 'too_late'
    await client.query(`DELETE FROM blockers WHERE id = $1`, [id])
    await changed(client, change, 'closure.taken_back', id, { location: blocker.location })
    await queueStandsNotes(client, id, change.now)
    await freed(client, blocker, change)
    await announce(client, blocker)
    return 'done'
  })
}

/**
 * Runs a blocker change exclusively: it waits for running bookings at any location, and later ones find a
 * changed version.
 */
function changing<T>(
  pool: Pool | PoolClient,
  { locations }: Change,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query(
      `SELECT pg_advisory_xact_lock(id)
       FROM (SELECT hashtextextended('location:' || code, 0) AS id FROM unnest($1::text[]) AS code ORDER BY id) AS ids`,
      [locations],
    )
    return work(client)
  })
}

async function expected(
  client: PoolClient,
  id: string,
  version: number | null,
  { reach }: Change,
): Promise<Changed> {
  const { rows } = await client.query<StoredBlocker>(`SELECT * FROM blockers WHERE id = $1 FOR UPDATE`, [id])
  const [blocker] = rows
  if (!blocker) return { kind: 'unknown' }
  // Blockers of all locations are readable; those of other locations do not exist for them.
  if (!reachesBlocker(reach, { location: blocker.location, doctorId: blocker.doctor_id }))
    return {
      kind:
        blocker.location === null && (reach.doctorId === null || blocker.doctor_id === null)
          ? 'not_allowed'
          : 'unknown',
    }
  return { kind: version === null || version === blocker.version ? 'saved' : 'stale', blocker }
}

function columnsOf(blocker: BlockerToStore) {
  return [
    blocker.description,
    blocker.type,
    blocker.startDateTime,
    blocker.endDateTime,
    blocker.recurringDays,
    blocker.recurringDates,
    blocker.selectedMonth,
    blocker.location,
    blocker.doctorId,
  ]
}

/** Writes the audit entry, and increments the version, so that cached blockers are outdated. */
async function changed(
  client: PoolClient,
  { staffId }: Change,
  action: AuditAction,
  id: string,
  details: Details,
): Promise<void> {
  await client.query(`UPDATE blocker_changes SET version = version + 1`)
  await audit(client, { staffId, action, subject: { kind: 'blocker', id }, details })
}

/** Horizon of offers for slots freed by a blocker, in milliseconds: 90 days. */
const FREED_AHEAD_MS = 90 * 86_400_000

/** Offers a deleted blocker's slots to the waiting list, as far as they are really free now. */
async function freed(
  client: PoolClient,
  blocker: StoredBlocker,
  { locations, now, timeZone }: Change,
): Promise<void> {
  const window = { start: now.getTime(), end: now.getTime() + FREED_AHEAD_MS }
  const periods = occurrences(ruleOf(blocker, timeZone), window, timeZone)
  const where = blocker.location === null ? locations : [blocker.location]
  await timeFreed(
    client,
    ...where.flatMap((location) =>
      periods.map(({ start, end }) => ({
        location,
        doctorId: blocker.doctor_id,
        startsAt: new Date(start),
        endsAt: new Date(end),
        appointmentId: null,
      })),
    ),
  )
}

async function announce(client: PoolClient, { id, location }: StoredBlocker): Promise<void> {
  await notify(client, { type: 'blocker', id, location })
}
