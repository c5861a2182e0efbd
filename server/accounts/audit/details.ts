const isCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.:+/=-]{0,100}$/.test(value)
const areCodes = (value: unknown) => Array.isArray(value) && value.every(isCode)

/** Kinds of details, and their format. No kind accepts a sentence. */
const KINDS = {
  /** An id, or a code of the program: letters, digits and some signs, no blank. */
  code: isCode,
  codes: areCodes,
  /** Some codes of all that there are, or all. */
  some: (value) => value === 'all' || areCodes(value),
  /** Codes, also in one text. */
  list: (value) => areCodes(typeof value === 'string' ? value.split(', ') : value),
  /** Words of the program. */
  words: (value) => typeof value === 'string' && value.split(' ').every(isCode) && value.length <= 20,
  /** Ids, or how many there were. Which of them it is differs by action, and readers look. */
  whom: (value) => typeof value === 'number' || areCodes(value),
  /** Reason why a webhook is off. No other reason has a place here. */
  off: (value) => value === 'failures' || value === 'secret',
  /** Parameters with codes, and the last of them perhaps cut. */
  search: (value) =>
    typeof value === 'string' && value.split(' ').every((part) => /^[\w:.-]*(?:=[\w.:/,&+-]*)?$/.test(part)),
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  /**
   * Name of an API key, a feed, a webhook or a colleague, since those are deleted and ids say nothing. No patient, and
   * nothing about one.
   */
  label: (value) => typeof value === 'string' && value.length <= 200,
} satisfies Record<string, (value: unknown) => boolean>

type Types = {
  code: string
  codes: readonly string[]
  some: readonly string[] | string
  list: readonly string[] | string
  words: string
  whom: readonly string[] | number
  off: 'failures' | 'secret'
  search: string
  number: number
  flag: boolean
  label: string
}

/** Every detail that an entry of the audit trail can have. A text has no place here: reasons live with the appointment. */
const DETAILS = {
  // Author, beside the account.
  by: 'words',
  owner: 'code',
  device: 'code',
  key: 'code',
  keyName: 'label',
  notedBy: 'code',
  notedByName: 'label',
  name: 'label',
  // The appointment.
  appointment: 'code',
  patient: 'code',
  visitor: 'code',
  offer: 'code',
  invitation: 'code',
  session: 'code',
  factor: 'code',
  staff: 'code',
  extends: 'code',
  ids: 'codes',
  appointments: 'whom',
  patients: 'whom',
  exact: 'codes',
  // Changed fields.
  fields: 'list',
  overrides: 'codes',
  version: 'number',
  type: 'words',
  from: 'code',
  to: 'code',
  fromAt: 'code',
  toAt: 'code',
  fromLocation: 'code',
  toLocation: 'code',
  fromDoctor: 'code',
  fromMinutes: 'number',
  fromOverrides: 'codes',
  fromOverridden: 'codes',
  fromClosed: 'flag',
  fromBlocked: 'codes',
  fromBeside: 'codes',
  toDoctor: 'code',
  minutes: 'number',
  undo: 'flag',
  months: 'number',
  channel: 'code',
  location: 'code',
  locations: 'some',
  doctorId: 'code',
  names: 'flag',
  scopes: 'codes',
  expires: 'code',
  event: 'code',
  because: 'code',
  reason: 'off',
  fewer: 'flag',
  later: 'flag',
  flood: 'flag',
  before: 'code',
  // The screen.
  screen: 'code',
  unattended: 'flag',
  searched: 'flag',
  list: 'words',
  of: 'code',
  closure: 'code',
  doctor: 'code',
  status: 'code',
  cancelled: 'code',
  visit: 'code',
  fhir: 'search',
  about: 'code',
  kind: 'code',
  page: 'number',
  limit: 'number',
  hours: 'number',
  // The number.
  count: 'number',
  rows: 'number',
  bytes: 'number',
  moreThan: 'number',
  bookings: 'number',
  created: 'number',
  updated: 'number',
  unchanged: 'number',
  passedOver: 'number',
  failed: 'number',
  overwritten: 'number',
  otherNames: 'number',
  marked: 'number',
  stored: 'number',
  complete: 'flag',
  encrypted: 'flag',
  sendMails: 'flag',
} as const satisfies Record<string, keyof typeof KINDS>

export type Details = {
  readonly [D in keyof typeof DETAILS]?: Types[(typeof DETAILS)[D]] | null
}

/** Placeholder for a value of the wrong kind: an entry is never lost, and no free text ever stored. */
export const LEFT_OUT = '?'

/** Details as they are stored, for everything that writes an entry. */
export function storedDetails(details: Details): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(details)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, value === null || fits(name, value) ? value : LEFT_OUT]),
    ),
  )
}

function fits(name: string, value: unknown): boolean {
  const kind = Object.hasOwn(DETAILS, name) ? DETAILS[name as keyof typeof DETAILS] : null
  return kind !== null && KINDS[kind](value)
}
