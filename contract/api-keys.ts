import * as v from 'valibot'
import { answerOf, pageOf } from './envelope.ts'
import { ClinicDate, type FieldMessage, KeyName, LocationText, optionalField } from './fields.ts'
import { PageQuery } from './lists.ts'

/*
 * Keys for the clinic's other programs (docs/api-keys.md). A key is no session: only calls that name one of its scopes
 * take it.
 */

const invalid: FieldMessage = 'invalid'
const required: FieldMessage = 'required'

/** Prefix of every key, so that scanners for secrets in files recognise it. */
export const KEY_PREFIX = 'enamel_'

/**
 * Rights of a key: `appointments.read` the list of appointments with names and contacts, `overview.read` the numbers of
 * the clinic, `fhir.read` FHIR without the patients' identity, `fhir.patient` their identity.
 */
export const KEY_SCOPES = ['fhir.read', 'fhir.patient', 'appointments.read', 'overview.read'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

const LOCATIONS_MAX = 100

/**
 * POST /api-keys. `locations` (codes or names) are those whose data it reads; left out or null: all, also later ones.
 * `expires` is its last day in clinic time; left out: it does not expire.
 */
export const CreateApiKey = v.object({
  name: KeyName,
  scopes: v.pipe(
    v.array(v.picklist(KEY_SCOPES, invalid), required),
    v.minLength(1, required),
    v.maxLength(KEY_SCOPES.length, invalid),
  ),
  locations: optionalField(
    v.pipe(v.array(LocationText, invalid), v.minLength(1, required), v.maxLength(LOCATIONS_MAX, invalid)),
  ),
  expires: optionalField(ClinicDate),
})
export type CreateApiKeyWire = v.InferInput<typeof CreateApiKey>
/** The key itself is answered this once. */
export const CreatedApiKeyAnswer = answerOf(v.object({ id: v.string(), key: v.string() }))

/** GET /api-keys?page&limit: those in force by name, then those that ended in the last 30 days. */
export const ApiKeysQuery = v.object(PageQuery)
/** DELETE /api-keys/{id} */
export const ApiKeyParam = v.object({ id: v.pipe(v.string(invalid), v.uuid(invalid)) })

export const KEY_STATES = ['active', 'expired', 'revoked'] as const

export const ApiKeyRow = v.object({
  id: v.string(),
  name: v.string(),
  state: v.picklist(KEY_STATES),
  scopes: v.array(v.picklist(KEY_SCOPES)),
  /** Codes; null: all. */
  locations: v.nullable(v.array(v.string())),
  /** Display name; null: the account is gone. */
  madeBy: v.nullable(v.string()),
  /** Instants with offset; `lastUsedAt` to the minute, null: not yet. */
  madeAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
  /** Its last day, 'YYYY-MM-DD' in clinic time; null: it does not expire. */
  expires: v.nullable(v.string()),
})
export type ApiKeyRow = v.InferOutput<typeof ApiKeyRow>
export const ApiKeysAnswer = pageOf(ApiKeyRow)
