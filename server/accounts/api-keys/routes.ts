import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  ApiKeyParam,
  type ApiKeyRow,
  ApiKeysAnswer,
  ApiKeysQuery,
  CreateApiKey,
  CreatedApiKeyAnswer,
} from '../../../contract/api-keys.ts'
import { DoneAnswer } from '../../../contract/envelope.ts'
import { clinicDate, isoWithOffset, toInstant } from '../../../domain/clinic-time.ts'
import { displayName } from '../../../domain/staff.ts'
import { answers } from '../../platform/http/answer.ts'
import { knownCodes } from '../../platform/http/clinic-codes.ts'
import { createOnce, KeyHeader } from '../../platform/http/create-once.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import { pageAnswer } from '../../platform/http/json-answer.ts'
import { createLimit, madeWithin } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import { ACTIVE_KEYS, type ListedKey, listKeys, makeKey, revokeKey } from '../auth/api-keys.ts'
import type { AccountsContext } from '../auth/context.ts'
import { wireNames } from '../auth/staff-user.ts'

const HOUR_SECONDS = 3_600

/** Keys for the clinic's other programs: which there are, a new one, and one that ends. */
export function apiKeyRoutes({ pool, clinic, now, allow, limits }: AccountsContext) {
  const perAdmin = createLimit({
    pool,
    name: 'api-keys',
    uses: 20,
    perSeconds: HOUR_SECONDS,
    message: "You've created a lot of keys. Please continue in {minutes} minutes.",
    enabled: limits,
  })

  return new Hono()
    .get(
      '/api-keys',
      describeRoute({
        summary: "Keys of the clinic's other programs",
        description: 'Those in force by name, then those that ended in the last 30 days, the latest first.',
        tags: ['API keys'],
        responses: answers(200, ApiKeysAnswer, [400, 401, 403, 503]),
      }),
      allow.to('apiKeys'),
      parsed('query', ApiKeysQuery),
      async (c) => {
        const { page, limit } = c.req.valid('query')
        const { total, rows } = await listKeys(pool, { page, limit, now: now() })
        const listed = rows.map((each) => keyRow(each, clinic.timeZone))
        return pageAnswer(c, listed, { page, limit, total })
      },
    )
    .post(
      '/api-keys',
      describeRoute({
        summary: 'Make a key for another program',
        description:
          'Answers the key, this once. It is good for the calls whose `security` names one of its scopes. It ends when its ' +
          "maker's password changes, or their account is disabled or no longer an admin's. The same Idempotency-Key with the same body makes one. Needs a fresh proof.",
        tags: ['API keys'],
        responses: answers(201, CreatedApiKeyAnswer, [400, 401, 403, 409, 429, 503]),
      }),
      allow.to('apiKeys', { proof: 'fresh' }),
      parsed('header', KeyHeader),
      parsed('json', CreateApiKey),
      async (c) => {
        const { id: by } = c.var.staff
        const { name, scopes, locations, expires } = c.req.valid('json')
        if (expires !== null && expires < clinicDate(now(), clinic.timeZone))
          throw invalidInput({ expires: 'date_invalid' })
        const made = {
          name,
          scopes: [...new Set(scopes)],
          locations: locations && knownCodes(clinic, locations),
          expiresAt: expires === null ? null : toInstant(expires, '24:00', clinic.timeZone),
        }
        const call = { caller: by, body: c.req.valid('json') }
        const key = await madeWithin(
          perAdmin,
          by,
          () => createOnce(c, pool, call, (db) => makeKey(db, made, { by, now: now(), limits })),
          `There are ${ACTIVE_KEYS} keys already. Please revoke one first.`,
        )
        return c.json({ success: true as const, data: key }, 201)
      },
    )
    .delete(
      '/api-keys/:id',
      describeRoute({
        summary: 'Revoke a key: it opens nothing from now on',
        description: 'Revoking one that has ended already changes nothing.',
        tags: ['API keys'],
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('apiKeys'),
      parsed('param', ApiKeyParam),
      async (c) => {
        const isKnown = await revokeKey(pool, c.req.valid('param').id, { by: c.var.staff.id, now: now() })
        if (!isKnown) throw new HttpFailure('not_found', "This key doesn't exist.")
        return c.json({ success: true as const, message: 'Key revoked.' })
      },
    )
}

function keyRow({ by, madeAt, lastUsedAt, expiresAt, ...key }: ListedKey, timeZone: string): ApiKeyRow {
  return {
    ...key,
    madeBy: by && displayName(wireNames(by)),
    madeAt: isoWithOffset(madeAt, timeZone),
    lastUsedAt: lastUsedAt && isoWithOffset(lastUsedAt, timeZone),
    expires: expiresAt && clinicDate(new Date(expiresAt.getTime() - 1), timeZone),
  }
}
