/*
 * FHIR R4 (4.0.1), read only (docs/fhir.md): the parts of its resources that the clinic has. Names and values are the
 * standard's; tests compare them with its official definitions.
 */

/** Path of the resources, under the API. */
export const FHIR_PATH = '/fhir'
export const FHIR_TYPE = 'application/fhir+json'
export const FHIR_VERSION = '4.0.1'

export const FHIR_RESOURCES = [
  'Appointment',
  'Slot',
  'Schedule',
  'Practitioner',
  'Location',
  'Patient',
] as const
export type FhirResourceType = (typeof FHIR_RESOURCES)[number]

/** Entries of a page. */
export const FHIR_COUNT = 20
export const FHIR_COUNT_MAX = 100
/** Longest range of days in which slots are looked for, and what is looked at where no end is named. */
export const SLOT_DAYS = 31
export const DEFAULT_SLOT_DAYS = 7

/** Systems of identifiers: a reference of an appointment, and the clinic's number of a registered patient. */
export const REFERENCE_SYSTEM = 'urn:enamel:reference'
export const CLINIC_ID_SYSTEM = 'urn:enamel:clinic-id'

export type FhirReference = { reference: string; display?: string }
export type FhirMeta = { versionId: string; lastUpdated?: string }
type Resource<T extends FhirResourceType> = { resourceType: T; id: string; meta?: FhirMeta }
type Identifier = { system: string; value: string }

/** FHIR statuses that an appointment can have here. */
export const APPOINTMENT_STATUSES = [
  'pending',
  'booked',
  'arrived',
  'checked-in',
  'fulfilled',
  'cancelled',
  'noshow',
  'waitlist',
] as const
export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number]

export type FhirAppointment = Resource<'Appointment'> & {
  identifier: Identifier[]
  status: AppointmentStatus
  serviceType?: { text: string }[]
  /** Instants with offset; a walk-in that waits has none. */
  start?: string
  end?: string
  minutesDuration?: number
  created: string
  participant: { actor: FhirReference; status: 'accepted' | 'needs-action' }[]
}

export type FhirSlot = Resource<'Slot'> & {
  schedule: FhirReference
  status: 'free' | 'busy'
  start: string
  end: string
}

export type FhirSchedule = Resource<'Schedule'> & {
  active: boolean
  actor: FhirReference[]
  planningHorizon: { start: string; end: string }
}

export type FhirPractitioner = Resource<'Practitioner'> & { active: boolean; name: { text: string }[] }

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type FhirLocation = Resource<'Location'> & {
  status: 'active'
  mode: 'instance'
  name: string
  address: { text: string }
  telecom?: { system: 'phone'; value: string }[]
  hoursOfOperation?: { daysOfWeek: string[]; openingTime: string; closingTime: string }[]
}

export type FhirPatient = Resource<'Patient'> & {
  identifier?: Identifier[]
  name?: { text: string; family?: string; given?: string[]; prefix?: string[] }[]
  telecom?: { system: 'phone' | 'email'; value: string }[]
  gender?: 'male' | 'female' | 'unknown'
  birthDate?: string
  address?: { text: string }[]
  contact?: { relationship: { text: string }[]; name: { text: string } }[]
  link?: { other: FhirReference; type: 'refer' }[]
}

export type FhirResource =
  | FhirAppointment
  | FhirSlot
  | FhirSchedule
  | FhirPractitioner
  | FhirLocation
  | FhirPatient

export type FhirIssue = {
  severity: 'error' | 'warning'
  code:
    | 'invalid'
    | 'login'
    | 'forbidden'
    | 'not-found'
    | 'not-supported'
    | 'too-costly'
    | 'throttled'
    | 'transient'
    | 'exception'
  diagnostics: string
}
export type OperationOutcome = { resourceType: 'OperationOutcome'; issue: FhirIssue[] }

export type FhirBundle = {
  resourceType: 'Bundle'
  type: 'searchset'
  /** Present if all matches are on this one page. */
  total?: number
  link: { relation: 'self' | 'next'; url: string }[]
  entry?: {
    fullUrl?: string
    resource: FhirResource
    search: { mode: 'match' }
  }[]
}

type ParamType = 'date' | 'reference' | 'token' | 'string'
/** `target` of a reference: the types it can lead to. */
export type SearchParam = {
  name: string
  type: ParamType
  target?: readonly FhirResourceType[]
  documentation: string
}

const ID: SearchParam = { name: '_id', type: 'token', documentation: 'Ids, with commas.' }
const UPDATED: SearchParam = {
  name: '_lastUpdated',
  type: 'date',
  documentation: 'When it last changed, with eq, ne, gt, ge, lt, le, sa or eb before it.',
}

/** @param target alone: its id is enough */
const reference = (name: string, ...target: readonly FhirResourceType[]): SearchParam => ({
  name,
  type: 'reference',
  target,
  documentation: `${target.join(' or ')} as Type/id${target.length === 1 ? ', or the id alone' : ''}, with commas.`,
})

const NAME: SearchParam = {
  name: 'name',
  type: 'string',
  documentation: 'The beginning of a word of the name, in any case and without accents.',
}

/** Search parameters of each resource, besides SEARCH_CONTROLS. Everything else is refused. */
export const SEARCH_PARAMS: Record<FhirResourceType, readonly SearchParam[]> = {
  Appointment: [
    ID,
    UPDATED,
    {
      name: 'date',
      type: 'date',
      documentation: 'The start, with a prefix as in _lastUpdated. Twice for a range.',
    },
    reference('actor', 'Practitioner', 'Location', 'Patient'),
    reference('patient', 'Patient'),
    reference('practitioner', 'Practitioner'),
    reference('location', 'Location'),
    {
      name: 'identifier',
      type: 'token',
      documentation: `The reference, alone or after ${REFERENCE_SYSTEM}|.`,
    },
    { name: 'status', type: 'token', documentation: `${APPOINTMENT_STATUSES.join(', ')}, with commas.` },
  ],
  Slot: [
    {
      name: 'start',
      type: 'date',
      documentation: `The start, with a prefix. ${DEFAULT_SLOT_DAYS} days where no end is named, ${SLOT_DAYS} at most.`,
    },
    reference('schedule', 'Schedule'),
    { name: 'status', type: 'token', documentation: 'free, busy, or both with a comma.' },
  ],
  Schedule: [ID, reference('actor', 'Practitioner', 'Location')],
  Practitioner: [ID, NAME],
  Location: [ID, NAME],
  Patient: [
    ID,
    UPDATED,
    {
      name: 'identifier',
      type: 'token',
      documentation: `The clinic's number, alone or after ${CLINIC_ID_SYSTEM}|.`,
    },
  ],
}

/** Parameters that any search may have without being filters. */
export const SEARCH_CONTROLS = ['_count', '_sort', '_after', '_format', '_pretty'] as const
export type SearchControl = (typeof SEARCH_CONTROLS)[number]
