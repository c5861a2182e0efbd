import { STAFF_TYPES, type StaffType } from './staff.ts'

/** Scope of a right: everything; one's own locations; a doctor's own column there; or oneself alone. Null: none. */
export type Scope = 'all' | 'locations' | 'column' | 'own'
type Row = readonly [
  admin: Scope | null,
  manager: Scope | null,
  reception: Scope | null,
  doctor: Scope | null,
  staff: Scope | null,
]

/**
 * Rights of each staff type, and their reach, in the order of `STAFF_TYPES`. A call, a page or a button names one
 * right, never a type. Some have no call yet; they are here so that the decision is made once.
 */
const TABLE = {
  /** List, days, details, search, events, notifications, and reading blockers. */
  'book.read': ['all', 'locations', 'locations', 'column', null],
  /** Booking at the desk, moving, confirming, cancelling. */
  'book.write': ['all', 'locations', 'locations', null, null],
  /** The states of a visit. */
  'visit.write': ['all', 'locations', 'locations', 'column', null],
  /** Outside hours, over a blocker, the same person twice; never over another appointment. */
  'book.override': ['all', 'locations', 'locations', null, null],
  'patients.read': ['all', 'locations', 'locations', 'column', null],
  /** Contacts and new patients. */
  'patients.write': ['all', 'locations', 'locations', null, null],
  'patients.notes': ['all', 'locations', 'locations', 'column', null],
  'patients.join': ['all', 'locations', null, null, null],
  'blockers.write': ['all', 'locations', null, null, null],
  /** Closing a chair for the rest of today. */
  'closures.write': ['all', 'locations', 'locations', null, null],
  /** A doctor's absence. */
  'leave.write': ['all', 'locations', null, 'column', null],
  export: ['all', 'locations', null, null, null],
  overview: ['all', 'locations', null, null, null],
  feeds: ['all', 'locations', null, 'column', null],
  devices: ['all', 'locations', null, null, null],
  /** Accounts and invitations of lower types. */
  'staff.write': ['all', 'locations', null, null, null],
  audit: ['all', null, null, null, null],
  flood: ['all', null, null, null, null],
  webhooks: ['all', null, null, null, null],
  apiKeys: ['all', null, null, null, null],
  'patients.import': ['all', null, null, null, null],
  'patients.erase': ['all', null, null, null, null],
  /** One's own profile, password, sessions and factors. */
  account: ['own', 'own', 'own', 'own', 'own'],
  /** The entry 'Logout' in the user menu (specification, section 6). */
  'account.logout': ['own', 'own', 'own', 'own', null],
} as const satisfies Record<string, Row>

export type Right = keyof typeof TABLE
export const RIGHTS = Object.keys(TABLE) as readonly Right[]

/** Scope of a right for a type; null: none. */
export const scopeOf = (type: StaffType, right: Right): Scope | null =>
  TABLE[right][STAFF_TYPES.indexOf(type)] ?? null

/** The fields that decide a person's rights. */
export type RightsHolder = {
  type: StaffType
  /** Codes. For an admin only what lists begin with; for all others what they see, and nothing when empty. */
  locations: readonly string[]
  /** The doctor of the catalogue whose column is theirs. */
  doctorId: string | null
}

/** The rows that a person's right covers. */
export type Reach = {
  /** Codes; null: all of the clinic's. */
  locations: readonly string[] | null
  /** Only this doctor's; null: every doctor's. */
  doctorId: string | null
}

/** Unlimited reach: the server's own work. */
export const FULL_REACH: Reach = { locations: null, doctorId: null }

export function hasRight({ type }: Pick<RightsHolder, 'type'>, right: Right): boolean {
  return scopeOf(type, right) !== null
}

/** Reach of a person's right; null: they do not have it. */
export function reachOf({ type, locations, doctorId }: RightsHolder, right: Right): Reach | null {
  switch (scopeOf(type, right)) {
    case null:
      return null
    case 'all':
      return FULL_REACH
    case 'locations':
      return { locations, doctorId: null }
    case 'column':
      return { locations: doctorId === null ? [] : locations, doctorId }
    case 'own':
      return { locations: [], doctorId: null }
  }
}

/** @param location a code; null: a thing that applies at all locations */
export function reaches({ locations }: Pick<Reach, 'locations'>, location: string | null): boolean {
  return locations === null || (location !== null && locations.includes(location))
}

export function reachesVisit(
  reach: Reach,
  { location, doctorId }: { location: string; doctorId: string },
): boolean {
  return reaches(reach, location) && (reach.doctorId === null || reach.doctorId === doctorId)
}

/**
 * Reports whether a reach may write a blocker: at an own location, or for a doctor the own leave, wherever it counts.
 * @param blocker its location as a code, null for all; its doctor, null for a location's
 */
export function reachesBlocker(
  reach: Reach,
  { location, doctorId }: { location: string | null; doctorId: string | null },
): boolean {
  if (reach.doctorId === null) return reaches(reach, location)
  return doctorId === reach.doctorId && (location === null || reaches(reach, location))
}

/**
 * Reports whether a calendar feed shows only rows of that reach. It ends for all of its rows when one of its locations
 * is beyond.
 * @param feed.locations codes; null: all
 * @param feed.doctorId the one doctor shown; null: every doctor
 */
export function reachesFeed(
  reach: Reach,
  feed: { locations: readonly string[] | null; doctorId: string | null },
): boolean {
  return reachesAll(reach, feed.locations) && (reach.doctorId === null || reach.doctorId === feed.doctorId)
}

/** @param wanted codes; null: all locations. True for none */
export function reachesAll(
  { locations }: Pick<Reach, 'locations'>,
  wanted: readonly string[] | null,
): boolean {
  return locations === null || (wanted?.every((code) => locations.includes(code)) ?? false)
}

/** Intersection of two reaches. */
export function narrowest(one: Reach, other: Reach): Reach {
  const locations =
    one.locations === null || other.locations === null
      ? (one.locations ?? other.locations)
      : one.locations.filter((code) => reaches(other, code))
  const isApart = one.doctorId !== null && other.doctorId !== null && one.doctorId !== other.doctorId
  return { locations: isApart ? [] : locations, doctorId: one.doctorId ?? other.doctorId }
}

/**
 * Reach of a session that is bound to some locations, as at a reception tablet; null: none. Rights without a location,
 * such as the audit trail or an admin's right to accounts, are never part of it.
 * @param within codes; null: the session is bound to none
 */
export function reachWithin(
  holder: RightsHolder,
  right: Right,
  within: readonly string[] | null,
): Reach | null {
  const reach = reachOf(holder, right)
  if (reach === null || within === null) return reach
  const isUncut = TABLE[right].every((scope) => scope === null || scope === 'all')
  if (isUncut || (right === 'staff.write' && reach.locations === null)) return null
  return narrowest(reach, { locations: within, doctorId: null })
}

/**
 * The missing fact where a person has a right that covers no row: the account's doctor, its locations, or one of them
 * among those of the session. Null: it covers some, or the person does not have it.
 */
export function missingAccess(
  holder: RightsHolder,
  right: Right,
  within: readonly string[] | null,
): 'doctor' | 'location' | 'tablet' | null {
  const scope = scopeOf(holder.type, right)
  if (scope === null || scope === 'own') return null
  if (scope === 'column' && holder.doctorId === null) return 'doctor'
  if (scope !== 'all' && holder.locations.length === 0) return 'location'
  return reachWithin(holder, right, within)?.locations?.length === 0 ? 'tablet' : null
}

/** Reports whether a change reduces rights: then a device's data stored under the old ones have to go. */
export function isNarrower(after: RightsHolder, before: RightsHolder): boolean {
  return RIGHTS.some((right) => {
    const [now, then] = [reachOf(after, right), reachOf(before, right)]
    if (then === null) return false
    if (now === null || !reachesAll(now, then.locations)) return true
    return now.doctorId !== null && now.doctorId !== then.doctorId
  })
}

/** The types that have a right with one of some scopes. */
export function typesWith(right: Right, ...scopes: readonly Scope[]): StaffType[] {
  return STAFF_TYPES.filter((type) => {
    const scope = scopeOf(type, right)
    return scope !== null && (scopes.length === 0 || scopes.includes(scope))
  })
}

/** The types of accounts that a type invites and changes: an admin each, all others those below their own. */
export function typesUnder(type: StaffType): readonly StaffType[] {
  const scope = scopeOf(type, 'staff.write')
  if (scope === null) return []
  return scope === 'all' ? STAFF_TYPES : STAFF_TYPES.slice(STAFF_TYPES.indexOf(type) + 1)
}

/** Reports whether a person may invite, change or disable an account, as it is or is to be. */
export function mayManage(by: RightsHolder, account: RightsHolder): boolean {
  const reach = reachOf(by, 'staff.write')
  if (reach === null || !typesUnder(by.type).includes(account.type)) return false
  return reach.locations === null || (account.locations.length > 0 && reachesAll(reach, account.locations))
}
