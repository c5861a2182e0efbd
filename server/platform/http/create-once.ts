import { hash } from 'node:crypto'
import type { Context } from 'hono'
import type { Pool, PoolClient } from 'pg'
import * as v from 'valibot'
import { IdempotencyKey } from '../../../contract/booking.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { openText, sealText } from '../secrets/sealed.ts'
import { HttpFailure } from './failure.ts'
import { firstAnswer, forgetOldKey, KEY_REUSED, requestHashOf } from './first-answer.ts'

/** Header of calls that create something; without it each call creates another. */
export const KeyHeader = v.object({ 'idempotency-key': v.optional(IdempotencyKey) })

type KeyedCall = {
  /** Id of the staff member or patient: a key is theirs, and one path's. */
  caller: string
  body: object
}

/** Place of a creation: on its own, or in the transaction that stores its key. */
export type CreateIn = Pool | PoolClient

/**
 * Creates something once per Idempotency-Key, in one transaction with its first answer, which a repeated call gets for
 * 24 hours. Answers may contain a secret or a patient's name: they are sealed by the key, which the caller alone has.
 * @param create its object is stored as JSON; null or a text says why nothing was created, which is not stored
 * @throws HttpFailure 409 for another body under the same key
 */
export function createOnce<Made extends object | string | null>(
  c: Context,
  pool: Pool,
  { caller, body }: KeyedCall,
  create: (db: CreateIn) => Promise<Made>,
): Promise<Made> {
  // Its form was checked with the other headers. The database has only its hash.
  const key = c.req.header('idempotency-key')
  if (key === undefined) return create(pool)
  const call = `${c.req.method} ${c.req.path} ${caller}`
  const stored = `created:${hash('sha256', `${call} ${key}`, 'base64url')}`
  const seal = hash('sha256', `seal ${call} ${key}`, 'base64url')
  const requestHash = requestHashOf(body)
  return inTransaction(pool, async (client) => {
    // The same call twice at once takes turns, so that the second one finds the first one's answer.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [stored])
    const first = await firstAnswer<string>(client, stored, requestHash)
    if (first?.kind === 'key_reused') throw new HttpFailure('key_reused', KEY_REUSED)
    const said = first && openText(seal, Buffer.from(first.answer, 'base64url'))
    if (said) return JSON.parse(said) as Made
    await forgetOldKey(client, stored)
    const made = await create(client)
    if (typeof made === 'object' && made !== null) {
      const answer = sealText(seal, JSON.stringify(made)).toString('base64url')
      await client.query('INSERT INTO idempotency_keys (key, request_hash, answer) VALUES ($1, $2, $3)', [
        stored,
        requestHash,
        JSON.stringify(answer),
      ])
    }
    return made
  })
}
