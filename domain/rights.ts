import { STAFF_TYPES, type StaffType } from './staff.ts'

/**
 * What there is to be allowed. One call, page or button names one of these, never a type. Some have no call yet; they
 * stand here so that who may is decided once.
 */
export const RIGHTS = [
  /** List, days, details, search, events, notifications, and reading blockers. */
  'book.read',
  /** Booking at the desk, moving, confirming, cancelling. */
  'book.write',
  /** The states of a visit. */
  'visit.write',
  /** Outside hours, over a blocker, the same person twice; never over another visit. */
  'book.override',
  'patients.read',
  /** Contacts and new patients. */
  'patients.write',
  'patients.notes',
  'patients.join',
  'blockers.write',
  /** Closing a chair for the rest of today. */
  'closures.write',
  /** A doctor's absence. */
  'leave.write',
  'export',
  'overview',
  'feeds',
  'devices',
  /** Accounts and invitations of lower types. */
  'staff.write',
  'audit',
  'flood',
  'webhooks',
  'apiKeys',
  'patients.import',
  'patients.erase',
  /** One's own profile, password, sessions. */
  'account',
  /** The entry 'Logout' in the user menu (specification, section 6). */
  'account.logout',
] as const
export type Right = (typeof RIGHTS)[number]

/**
 * How far a right reaches: everything; what belongs to one's own locations; a doctor's own column there; or oneself
 * alone.
 */
export type Scope = 'all' | 'locations' | 'column' | 'own'

/** Who may what, and how far. What is not listed is not allowed. */
export const RIGHTS_OF: Readonly<Record<StaffType, Readonly<Partial<Record<Right, Scope>>>>> = {
  admin: {
    'book.read': 'all',
    'book.write': 'all',
    'visit.write': 'all',
    'book.override': 'all',
    'patients.read': 'all',
    'patients.write': 'all',
    'patients.notes': 'all',
    'patients.join': 'all',
    'blockers.write': 'all',
    'closures.write': 'all',
    'leave.write': 'all',
    export: 'all',
    overview: 'all',
    feeds: 'all',
    devices: 'all',
    'staff.write': 'all',
    audit: 'all',
    flood: 'all',
    webhooks: 'all',
    apiKeys: 'all',
    'patients.import': 'all',
    'patients.erase': 'all',
    account: 'own',
    'account.logout': 'own',
  },
  manager: {
    'book.read': 'locations',
    'book.write': 'locations',
    'visit.write': 'locations',
    'book.override': 'locations',
    'patients.read': 'locations',
    'patients.write': 'locations',
    'patients.notes': 'locations',
    'patients.join': 'locations',
    'blockers.write': 'locations',
    'closures.write': 'locations',
    'leave.write': 'locations',
    export: 'locations',
    overview: 'locations',
    feeds: 'locations',
    devices: 'locations',
    'staff.write': 'locations',
    account: 'own',
    'account.logout': 'own',
  },
  reception: {
    'book.read': 'locations',
    'book.write': 'locations',
    'visit.write': 'locations',
    'book.override': 'locations',
    'patients.read': 'locations',
    'patients.write': 'locations',
    'patients.notes': 'locations',
    'closures.write': 'locations',
    account: 'own',
    'account.logout': 'own',
  },
  doctor: {
    'book.read': 'column',
    'visit.write': 'column',
    'patients.read': 'column',
    'patients.notes': 'column',
    'leave.write': 'column',
    feeds: 'column',
    account: 'own',
    'account.logout': 'own',
  },
  staff: { account: 'own' },
}

/** What decides what a person may. */
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

/** What no person's rights limit: the server's own work. */
export const EVERYWHERE: Reach = { locations: null, doctorId: null }

export function may({ type }: Pick<RightsHolder, 'type'>, right: Right): boolean {
  return RIGHTS_OF[type][right] !== undefined
}

/** How far a person's right reaches; null: they do not have it. */
export function reachOf({ type, locations, doctorId }: RightsHolder, right: Right): Reach | null {
  const scope = RIGHTS_OF[type][right]
  switch (scope) {
    case undefined:
      return null
    case 'all':
      return EVERYWHERE
    case 'locations':
      return { locations, doctorId: null }
    case 'column':
      return { locations: doctorId === null ? [] : locations, doctorId }
    case 'own':
      return { locations: [], doctorId: null }
  }
}

/** @param location a code; null: what counts at all locations */
export function reaches({ locations }: Pick<Reach, 'locations'>, location: string | null): boolean {
  return locations === null || (location !== null && locations.includes(location))
}

/** Whether an appointment is one of those rows. */
export function reachesVisit(
  reach: Reach,
  { location, doctorId }: { location: string; doctorId: string },
): boolean {
  return reaches(reach, location) && (reach.doctorId === null || reach.doctorId === doctorId)
}

/** @param wanted codes; null: all locations. Of none it is true */
export function reachesAll(
  { locations }: Pick<Reach, 'locations'>,
  wanted: readonly string[] | null,
): boolean {
  return locations === null || (wanted?.every((code) => locations.includes(code)) ?? false)
}

/** What two reaches have in common. */
export function narrowest(one: Reach, other: Reach): Reach {
  const locations =
    one.locations === null || other.locations === null
      ? (one.locations ?? other.locations)
      : one.locations.filter((code) => reaches(other, code))
  const isApart = one.doctorId !== null && other.doctorId !== null && one.doctorId !== other.doctorId
  return { locations: isApart ? [] : locations, doctorId: one.doctorId ?? other.doctorId }
}

/** Whether a change takes something away: then what a device stored under the old rights has to go. */
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
    const scope = RIGHTS_OF[type][right]
    return scope !== undefined && (scopes.length === 0 || scopes.includes(scope))
  })
}

/** The types of accounts that a type invites and changes: an admin each, all others those below their own. */
export function typesUnder(type: StaffType): readonly StaffType[] {
  const scope = RIGHTS_OF[type]['staff.write']
  if (scope === undefined) return []
  return scope === 'all' ? STAFF_TYPES : STAFF_TYPES.slice(STAFF_TYPES.indexOf(type) + 1)
}

/** Whether an account, as it is or is to be, is one that a person may invite, change or disable. */
export function mayManage(by: RightsHolder, account: RightsHolder): boolean {
  const reach = reachOf(by, 'staff.write')
  if (reach === null || !typesUnder(by.type).includes(account.type)) return false
  return reach.locations === null || (account.locations.length > 0 && reachesAll(reach, account.locations))
}
