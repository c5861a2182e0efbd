import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { FactorKind } from '../../../../contract/auth.ts'
import type { Factors } from '../../../../contract/second-factor.ts'
import type { StaffType } from '../../../../domain/staff.ts'
import type { AuditAction } from '../../audit/actions.ts'
import { audit } from '../../audit/audit.ts'
import type { Details } from '../../audit/details.ts'
import { accountMailJobsFrom } from '../../mails/queue.ts'
import type { FactorPolicy } from './policy.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { matchingStep } from './totp.ts'

/** Limit per person, above the number of devices that anyone uses. */
const FACTORS_PER_PERSON = 10

type Database = Pick<Pool, 'query'>

export type Passkey = {
  credentialId: string
  publicKey: Buffer
  /** Counter of the authenticator's signatures; grows where one counts, and stays 0 where none does. */
  counter: number
  transports: string[]
}

export type StoredPasskey = Passkey & { id: string; staffId: string }

type NewFactor = { name: string } & (
  | { kind: 'totp'; secret: Buffer; lastStep: number }
  | ({ kind: 'passkey' } & Passkey)
)

/** The kinds of a person's factors. */
export async function kindsOf(db: Database, staffId: string): Promise<FactorKind[]> {
  const { rows } = await db.query<{ kind: FactorKind }>(
    `SELECT DISTINCT kind FROM staff_factors WHERE staff_id = $1 ORDER BY kind`,
    [staffId],
  )
  return rows.map(({ kind }) => kind)
}

/** @param person whose they are */
export async function listFactors(
  db: Database,
  person: { id: string; type: StaffType },
  { types }: Pick<FactorPolicy, 'types'>,
): Promise<Omit<Factors, 'byPassword'>> {
  const factors = await db.query(
    `SELECT id, kind, name, created_at, last_used_at FROM staff_factors WHERE staff_id = $1 ORDER BY created_at, id`,
    [person.id],
  )
  const rest = await db.query(
    `SELECT factor_due_at, (SELECT count(*)::int FROM recovery_codes WHERE staff_id = $1 AND used_at IS NULL) AS codes
     FROM staff WHERE id = $1`,
    [person.id],
  )
  return {
    factors: factors.rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    })),
    recoveryCodes: rest.rows[0]?.codes ?? 0,
    dueAt: types.includes(person.type) ? (rest.rows[0]?.factor_due_at.toISOString() ?? null) : null,
  }
}

export async function passkeysOf(db: Database, staffId: string): Promise<Passkey[]> {
  const { rows } = await db.query<Passkey>(
    `SELECT credential_id AS "credentialId", public_key AS "publicKey", counter::float8 AS counter, transports
     FROM staff_factors WHERE staff_id = $1 AND kind = 'passkey'`,
    [staffId],
  )
  return rows
}

export async function passkeyOf(db: Database, credentialId: string): Promise<StoredPasskey | null> {
  const { rows } = await db.query<StoredPasskey>(
    `SELECT id, staff_id AS "staffId", credential_id AS "credentialId", public_key AS "publicKey",
       counter::float8 AS counter, transports
     FROM staff_factors WHERE credential_id = $1`,
    [credentialId],
  )
  return rows[0] ?? null
}

/** False: another use came first, or it was removed. */
export async function notePasskeyUse(
  client: PoolClient,
  { id, counter }: Pick<StoredPasskey, 'id' | 'counter'>,
  newCounter: number,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE staff_factors SET counter = $3, last_used_at = $4 WHERE id = $1 AND counter = $2`,
    [id, counter, newCounter, now],
  )
  return rowCount === 1
}

/** Checks a code of one of a person's apps; each counts once. */
export async function useTotp(
  client: PoolClient,
  staffId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await client.query<{ id: string; secret: Buffer; last_step: string }>(
    `SELECT id, secret, last_step FROM staff_factors WHERE staff_id = $1 AND kind = 'totp' FOR UPDATE`,
    [staffId],
  )
  for (const { id, secret, last_step } of rows) {
    const step = matchingStep(secret, code, now, Number(last_step))
    if (step === null) continue
    await client.query(`UPDATE staff_factors SET last_step = $2, last_used_at = $3 WHERE id = $1`, [
      id,
      step,
      now,
    ])
    return true
  }
  return false
}

export type AddedFactor = { recoveryCodes: string[] | null }

/**
 * Adds a factor, notifies its owner by mail, and makes recovery codes with the first one. Needs a transaction that
 * locks the person's row.
 * @returns null: they have as many as permitted, or this passkey is known
 */
export async function addFactor(
  client: PoolClient,
  staffId: string,
  factor: NewFactor,
  now: Date,
): Promise<AddedFactor | null> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM staff_factors WHERE staff_id = $1`,
    [staffId],
  )
  const before = rows[0]?.n ?? 0
  if (before >= FACTORS_PER_PERSON) return null
  const passkey = factor.kind === 'passkey' ? factor : null
  const totp = factor.kind === 'totp' ? factor : null
  const id = randomUUID()
  const { rowCount } = await client.query(
    `INSERT INTO staff_factors
       (id, staff_id, kind, name, secret, last_step, credential_id, public_key, counter, transports, created_at, last_used_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) ON CONFLICT (credential_id) DO NOTHING`,
    [
      id,
      staffId,
      factor.kind,
      factor.name,
      totp?.secret ?? null,
      totp?.lastStep ?? null,
      passkey?.credentialId ?? null,
      passkey?.publicKey ?? null,
      passkey?.counter ?? null,
      passkey?.transports ?? [],
      now,
    ],
  )
  if (rowCount === 0) return null
  await noteChange(client, staffId, 'staff.factor_added', { kind: factor.kind, factor: id })
  return { recoveryCodes: before === 0 ? await newRecoveryCodes(client, staffId) : null }
}

export type RemoveOutcome = 'removed' | 'not_found' | 'last_factor'

/**
 * Removes a factor; with the last one the recovery codes go. Needs a transaction that locks the person's row.
 * @param required whether one has to stay
 */
export async function removeFactor(
  client: PoolClient,
  { staffId, id, required }: { staffId: string; id: string; required: boolean },
): Promise<RemoveOutcome> {
  const { rows } = await client.query<{ id: string; kind: string }>(
    `SELECT id, kind FROM staff_factors WHERE staff_id = $1`,
    [staffId],
  )
  const factor = rows.find((row) => row.id === id)
  if (!factor) return 'not_found'
  if (required && rows.length === 1) return 'last_factor'
  await client.query(`DELETE FROM staff_factors WHERE id = $1`, [id])
  if (rows.length === 1) await client.query(`DELETE FROM recovery_codes WHERE staff_id = $1`, [staffId])
  await noteChange(client, staffId, 'staff.factor_removed', { kind: factor.kind, factor: id })
  return 'removed'
}

/** @returns false when it is another person's */
export async function renameFactor(
  db: Database,
  { staffId, id, name }: { staffId: string; id: string; name: string },
): Promise<boolean> {
  const { rowCount } = await db.query(`UPDATE staff_factors SET name = $3 WHERE id = $2 AND staff_id = $1`, [
    staffId,
    id,
    name,
  ])
  return rowCount === 1
}

/** Records the change and notifies its owner by mail. @param by null: the operator */
export async function noteChange(
  client: PoolClient,
  staffId: string,
  action: AuditAction,
  details: Details,
  by: string | null = staffId,
): Promise<void> {
  await audit(client, { staffId: by, action, subject: { kind: 'staff', id: staffId }, details })
  await client.query(accountMailJobsFrom('(SELECT $1::uuid AS id) AS person', 'factors_changed'), [staffId])
}

/** Days of sign-in without a factor after the operator has removed a person's. */
export const RESET_DAYS = 1

/** Removes all factors and recovery codes, for a person who has lost them. Needs a transaction that locks the row. */
export async function resetFactors(client: PoolClient, staffId: string, now: Date): Promise<void> {
  const dueAt = new Date(now.getTime() + RESET_DAYS * 86_400_000)
  await client.query(`UPDATE staff SET factor_due_at = $2 WHERE id = $1`, [staffId, dueAt])
  await client.query(`DELETE FROM staff_factors WHERE staff_id = $1`, [staffId])
  await client.query(`DELETE FROM recovery_codes WHERE staff_id = $1`, [staffId])
  await noteChange(client, staffId, 'staff.factors_reset', { by: 'operator' }, null)
}
