import * as v from 'valibot'
import { answerOf, pageOf } from './envelope.ts'
import { DeviceName, type FieldMessage, MAX_LENGTH, optionalField } from './fields.ts'
import { PageQuery } from './lists.ts'

/*
 * Reception tablets (docs/decisions/033): browsers that store appointments across restarts, sealed under a PIN. The
 * server knows the tablets, their people and whose PIN is valid, and orders deletion; it knows nothing of the stored
 * data.
 */

const invalid: FieldMessage = 'invalid'

/** The public half of a tablet's key: an uncompressed point on P-256, 65 bytes as base64url. */
const PublicKey = v.pipe(v.string(invalid), v.regex(/^[\w-]{87}$/, invalid))

const LOCATIONS_MAX = 100
const Locations = v.pipe(
  v.array(v.pipe(v.string(invalid), v.maxLength(MAX_LENGTH.id, invalid)), invalid),
  v.minLength(1, invalid),
  v.maxLength(LOCATIONS_MAX, invalid),
)

/**
 * POST /devices: makes the calling browser a reception tablet. `name` is its display name, `locations` (codes or names)
 * those it may refresh, all of them one's own: by default the first of one's own, and for an admin without any all.
 */
export const RegisterDevice = v.object({
  name: DeviceName,
  locations: optionalField(Locations),
})

/** Limit of a tablet's people. */
export const DEVICE_PEOPLE = 12
/** Limit of wrong PINs in a row; then that person signs in with their password. */
export const PIN_TRIES = 5
/** A PIN is good for as many days after its person's last whole sign-in on the tablet. */
export const PIN_DAYS = 7

/**
 * HMAC-SHA-256 of a PIN under the device's token, as base64url: the PIN itself stays on the tablet, and without the
 * token the server's stored value does not help to guess it.
 */
const PinProof = v.pipe(v.string(invalid), v.regex(/^[\w-]{43}$/, invalid))

/**
 * POST /devices/people: adds the signed-in person to a tablet. `device` is its own token. With `pin` and `publicKey`
 * (the sealed key of this person) they have that PIN from then on; without, it only records their sign-in.
 */
export const JoinDevice = v.object({
  device: v.pipe(v.string(invalid), v.maxLength(MAX_LENGTH.id, invalid)),
  pin: optionalField(PinProof),
  publicKey: optionalField(PublicKey),
})

/** POST /devices/pin, with the device's own token as bearer: signs one of its people in. */
export const PinSignIn = v.object({ staff: v.pipe(v.string(invalid), v.uuid(invalid)), pin: PinProof })
export type PinSignInWire = v.InferInput<typeof PinSignIn>
/** In the `data` of a 400 `code_wrong`. */
export const PinWrong = v.object({ triesLeft: v.number() })

/** A person at a tablet; `signedInAt`, an instant with offset: their last full sign-in there. */
export const DevicePerson = v.object({ id: v.string(), name: v.string(), signedInAt: v.string() })

/** DELETE /devices/{id}/people/{staff} */
export const DevicePersonParam = v.object({
  id: v.pipe(v.string(invalid), v.uuid(invalid)),
  staff: v.pipe(v.string(invalid), v.uuid(invalid)),
})

/** The device's own token is shown this once: by it the tablet says later on which one it is. */
export const RegisteredDeviceAnswer = answerOf(v.object({ id: v.string(), token: v.string() }))

/** GET /devices?page&limit: the active ones, then those that ended in the last 30 days. */
export const DevicesQuery = v.object(PageQuery)

/**
 * 'revoked': ordered to delete its data, without contact since. 'deleted': the order was delivered. 'locked_out': it
 * deleted its data itself, after five wrong PINs.
 */
export const DEVICE_STATES = ['active', 'revoked', 'deleted', 'locked_out'] as const
export type DeviceState = (typeof DEVICE_STATES)[number]

export const DeviceRow = v.object({
  id: v.string(),
  name: v.string(),
  state: v.picklist(DEVICE_STATES),
  /** Display name of the person who registered it; null: the account is gone. */
  registeredBy: v.nullable(v.string()),
  /** Instants with offset; the second is null before its first contact. */
  registeredAt: v.string(),
  lastSeenAt: v.nullable(v.string()),
  /** Codes of those that it refreshes by itself; null: all. */
  locations: v.nullable(v.array(v.string())),
  /** People of the tablet. */
  people: v.array(DevicePerson),
})
export type DeviceRow = v.InferOutput<typeof DeviceRow>
export const DevicesAnswer = pageOf(DeviceRow)

/** The id in DELETE /devices/{id}, which revokes a device. */
export const DeviceParam = v.object({ id: v.pipe(v.string(invalid), v.uuid(invalid)) })

/** The owner's when the pages were stored (`rightsVersion` of the session); missing or null: stored before there were versions, so the first. */
const RightsVersion = optionalField(v.pipe(v.number(invalid), v.integer(invalid)))

/**
 * POST /devices/contact, with the device's own token as bearer: the owner of the pages on the device (the id of a staff
 * member; null: none), and whether it has deleted them after five wrong PINs.
 */
export const DeviceContact = v.object({
  owner: v.nullable(v.pipe(v.string(invalid), v.uuid(invalid))),
  rightsVersion: RightsVersion,
  lockedOut: v.boolean(),
})
export type DeviceContact = v.InferOutput<typeof DeviceContact>
export type DeviceContactWire = v.InferInput<typeof DeviceContact>

/**
 * Data that a device may store: all; the registration alone, since the owner of the pages was disabled or may read less
 * than when they were stored; or nothing, since it was revoked. An unknown token (401) means 'nothing' too.
 */
export const DEVICE_KEEPS = ['all', 'registration', 'nothing'] as const
export const DeviceContactAnswer = answerOf(
  v.object({
    keep: v.picklist(DEVICE_KEEPS),
    /** Ids of people with a valid PIN; the tablet deletes its data of others. */
    people: v.optional(v.array(v.string())),
  }),
)
export type DeviceKeeps = (typeof DEVICE_KEEPS)[number]

/** POST /devices/prefetch, with the device's own token as bearer: the owner of the pages on the device. */
export const DevicePrefetch = v.object({
  owner: v.pipe(v.string(invalid), v.uuid(invalid)),
  rightsVersion: RightsVersion,
})

/** Bytes as base64url. */
const Bytes = v.pipe(v.string(), v.regex(/^[\w-]*$/))

/** An answer that was sealed on the server, as the service worker stores it (seal/format.ts). */
export const SealedEntry = v.object({
  question: v.string(),
  keyId: v.string(),
  schema: v.number(),
  at: v.number(),
  from: Bytes,
  iv: Bytes,
  bytes: Bytes,
})
export type SealedEntry = v.InferOutput<typeof SealedEntry>

/** `keep` as in the contact; `entries` only with 'all', and none before the tablet's key is known. */
export const DevicePrefetchAnswer = answerOf(
  v.object({ keep: v.picklist(DEVICE_KEEPS), entries: v.array(SealedEntry) }),
)
