import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  APPOINTMENT_STATUSES,
  FHIR_PATH,
  FHIR_TYPE,
  type FhirBundle,
  type FhirResourceType,
  SEARCH_PARAMS,
} from '../../../contract/fhir.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import type { BookContext } from '../../book/blocked/context.ts'
import { comparableName } from '../../patients/records/comparable-name.ts'
import { isUnchanged } from '../../platform/http/etag.ts'
import { bodyOf } from '../../platform/http/json-answer.ts'
import { APPOINTMENT_SORTS, readAppointment, searchAppointments } from './appointments.ts'
import { capabilityStatement } from './capability.ts'
import { locationsWithin, practitionersWithin, scheduleOf, schedulesWithin } from './catalogue.ts'
import { gone, NOT_JSON } from './outcome.ts'
import { readPatient, searchPatients } from './patients.ts'
import { afterCursor, cursorOf, parsedSearch, referencesOf, refuse, type Search, UUID } from './search.ts'
import { readSlot, searchSlots } from './slots.ts'
import { type Found, type Unversioned, versioned } from './versioned.ts'

const TAGS = ['FHIR']

/**
 * FHIR R4, read only, for API keys (docs/fhir.md). A key reads its locations alone; who patients are takes a scope of its
 * own. Failures are OperationOutcomes (outcome.ts).
 */
export function fhirRoutes(context: BookContext) {
  const { pool, blockers, clinic, now, allow, trail, secondFactor } = context
  const { timeZone } = clinic
  const base = () => `${secondFactor.origin()}/api${FHIR_PATH}`
  const parts = () => ({ pool, timeZone, base: base() })
  const slotParts = () => ({ pool, blockers, clinic, now: now(), base: base() })

  type Kind = {
    type: FhirResourceType
    summary: string
    sorts?: readonly string[]
    search(c: Context, search: Search): Promise<Found>
    read(c: Context, id: string): Promise<Unversioned | null>
  }

  /** Of a few resources that are made whole. */
  async function among(all: readonly Unversioned[], search: Search): Promise<Found> {
    const wanted = search.params.get('_id') ?? []
    const found = all.filter(({ resource }) => wanted.every((ids) => ids.includes(resource.id)))
    const [skip] = search.after === null ? [0] : afterCursor(search.after, isOffset)
    const page = found.slice(Number(skip), Number(skip) + search.count)
    const end = Number(skip) + page.length
    return { resources: page, next: end < found.length ? cursorOf([end]) : null }
  }

  const undated = (resource: Unversioned['resource']): Unversioned => ({ resource, updatedAt: null })
  const kindOf = (
    type: FhirResourceType,
    summary: string,
    all: (c: Context, search?: Search) => Promise<Unversioned['resource'][]>,
  ): Kind => ({
    type,
    summary,
    search: async (c, search) => among((await all(c, search)).map(undated), search),
    read: async (c, id) => {
      const found = (await all(c)).find((resource) => resource.id === id)
      return found ? undated(found) : null
    },
  })

  const KINDS: readonly Kind[] = [
    {
      type: 'Appointment',
      summary: 'Appointments, without names',
      sorts: APPOINTMENT_SORTS,
      async search(c, search) {
        const found = await searchAppointments(parts(), search, c.var.reach)
        await trail.listed(c, {
          location: 'all',
          question: { fhir: questionOf(search, clinic) },
          ids: found.resources.map(({ resource }) => resource.id),
        })
        return found
      },
      async read(c, id) {
        const found = await readAppointment(parts(), id, c.var.reach)
        if (found) await trail.opened(c, { appointment: found.resource.id, patient: found.patientId })
        return found
      },
    },
    {
      type: 'Slot',
      summary: 'Free and busy times to come',
      search: (c, search) => searchSlots(slotParts(), search, schedulesWithin(clinic, c.var.reach)),
      async read(c, id) {
        const slot = await readSlot(slotParts(), id, schedulesWithin(clinic, c.var.reach))
        return slot && undated(slot)
      },
    },
    kindOf('Schedule', 'Doctors at locations', async (c, search) => {
      const actors = search
        ? referencesOf('Schedule', 'actor', search, base()).map((list) =>
            list.map(({ type, id }) => `${type}/${id}`),
          )
        : []
      return schedulesWithin(clinic, c.var.reach)
        .map((schedule) => scheduleOf(schedule, clinic, now()))
        .filter(({ actor }) => actors.every((list) => actor.some((one) => list.includes(one.reference))))
    }),
    kindOf('Practitioner', 'Doctors', async (c, search) => {
      const isNamed = named(search)
      return (await practitionersWithin(pool, c.var.reach)).filter(({ name }) =>
        name.some(({ text }) => isNamed(text)),
      )
    }),
    kindOf('Location', 'Locations', async (c, search) => {
      const isNamed = named(search)
      return locationsWithin(clinic, c.var.reach).filter(({ name }) => isNamed(name))
    }),
    {
      type: 'Patient',
      summary: 'Patients with a visit at the locations of the key',
      async search(c, search) {
        const found = await searchPatients(parts(), search, c.var.reach)
        await trail.found(c, {
          search: '',
          patients: found.resources.map(({ resource }) => resource.id),
          exact: [],
        })
        return found
      },
      async read(c, id) {
        const found = await readPatient(parts(), id, c.var.reach)
        if (found) await trail.recordOpened(c, found.resource.id)
        return found
      },
    },
  ]

  const app = new Hono().get(
    `${FHIR_PATH}/metadata`,
    describeRoute({
      summary: 'What the FHIR calls can do',
      description: 'A CapabilityStatement, which anybody may read.',
      tags: TAGS,
      responses: responses('CapabilityStatement', []),
    }),
    allow.anyone,
    jsonOnly,
    (c) => answer(c, capabilityStatement(clinic.name, base())),
  )

  for (const { type, summary, sorts = [], search, read } of KINDS) {
    const guard = allow.key(type === 'Patient' ? 'fhir.patient' : 'fhir.read')
    app.get(
      `${FHIR_PATH}/${type}`,
      describeRoute({
        summary: `${summary}, one page of them`,
        description:
          'A Bundle, whose link `next` leads to the next page. A parameter that is not named here is refused, and so are ' +
          'modifiers, chains and empty values: left out they would answer more than was asked for.',
        tags: TAGS,
        parameters: [...SEARCH_PARAMS[type], ...paging(sorts)].map(({ name, documentation }) => ({
          name,
          in: 'query' as const,
          description: documentation,
          schema: { type: 'string' as const },
        })),
        responses: responses('Bundle', [400, 401, 403, 406, 429, 503]),
      }),
      guard,
      jsonOnly,
      async (c) => {
        const { searchParams } = new URL(c.req.url)
        const asked = parsedSearch(type, searchParams, sorts)
        return answer(c, bundleOf(type, asked, await search(c, asked), searchParams))
      },
    )
    app.get(
      `${FHIR_PATH}/${type}/:id`,
      describeRoute({
        summary: `${summary}: one by id`,
        description: 'With ETag; If-None-Match with it answers 304.',
        tags: TAGS,
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: responses(type, [304, 401, 403, 404, 406, 429, 503]),
      }),
      guard,
      jsonOnly,
      async (c) => {
        const found = (await read(c, c.req.param('id') ?? '')) ?? gone(c)
        const { updatedAt } = found
        const resource = versioned(found)
        c.header('ETag', `W/"${resource.meta?.versionId}"`)
        if (updatedAt) c.header('Last-Modified', updatedAt.toUTCString())
        return isKnown(c, resource.meta?.versionId ?? '', updatedAt) ? c.body(null, 304) : answer(c, resource)
      },
    )
  }
  return app

  function bundleOf(
    type: FhirResourceType,
    { count, after }: Search,
    { resources, next }: Found,
    asked: URLSearchParams,
  ): FhirBundle {
    const used = new URLSearchParams(asked)
    used.delete('_after')
    used.set('_count', String(count))
    const pageAt = (cursor: string | null) => {
      const params = new URLSearchParams(used)
      if (cursor !== null) params.set('_after', cursor)
      return `${base()}/${type}?${params}`
    }
    const entry = resources.map((one) => ({
      fullUrl: `${base()}/${type}/${one.resource.id}`,
      resource: versioned(one),
      search: { mode: 'match' as const },
    }))
    return {
      resourceType: 'Bundle',
      type: 'searchset',
      ...(after === null && next === null && { total: entry.length }),
      link: [
        { relation: 'self', url: pageAt(after) },
        ...(next === null ? [] : [{ relation: 'next' as const, url: pageAt(next) }]),
      ],
      ...(entry.length > 0 && { entry }),
    }
  }
}

/** What was asked for, as the audit trail notes it: days, statuses, and ids that are some. No free text stays there. */
function questionOf({ params, after }: Search, { locations, doctors }: Clinic): string {
  const words: readonly string[] = [
    ...APPOINTMENT_STATUSES,
    ...locations.map(({ code }) => code),
    ...doctors.map(({ id }) => id),
  ]
  const isNoFreeText = (value: string) => {
    const last = value.split('/').at(-1) ?? ''
    return DAY.test(value) || UUID.test(last) || words.includes(last)
  }
  return [...params, ...(after === null ? [] : [['_after', []] as const])]
    .map(([name, lists]) => `${name}=${lists.map((values) => values.filter(isNoFreeText)).join('&')}`)
    .join(' ')
    .slice(0, QUESTION_LENGTH)
}
const QUESTION_LENGTH = 300
const DAY = /^[a-z]{0,2}\d{4}-?[\d:.TZ+-]*$/

/** Whether a name is one that a search asks for: one of its words begins with the value, as FHIR's strings are compared. */
function named(search: Search | undefined): (name: string) => boolean {
  const lists = (search?.params.get('name') ?? []).map((values) =>
    values.map((text) => comparableName(text).trim() || refuse('name has no letters.')),
  )
  return (name) => {
    const text = ` ${comparableName(name)}`
    return lists.every((values) => values.some((value) => text.includes(` ${value}`)))
  }
}

const isOffset = ([skip, ...more]: unknown[]) =>
  Number.isSafeInteger(skip) && Number(skip) >= 0 && more.length === 0

const paging = (sorts: readonly string[]) => [
  { name: '_count', documentation: 'Entries of a page: 20 unless told, 100 at most.' },
  ...(sorts.length > 0 ? [{ name: '_sort', documentation: `${sorts.join(' or ')}, ascending.` }] : []),
  { name: '_after', documentation: 'Where a page goes on; the link next has it.' },
]

const WORDS: Record<number, string> = {
  200: 'Done',
  304: 'As the caller has it',
  400: 'A wrong parameter',
  401: 'No API key, or none that is in force',
  403: 'The key has another scope',
  404: 'No such resource at the locations of the key',
  406: 'Another form than JSON is asked for',
  429: 'Too many requests; Retry-After says when to come back',
  503: 'The database is away; try again',
}

/** For the OpenAPI document; what the resources hold is FHIR's to say. */
function responses(resource: string, others: readonly number[]) {
  const told = (name: string) => ({
    [FHIR_TYPE]: {
      schema: {
        type: 'object' as const,
        description: `${name} of FHIR R4`,
        required: ['resourceType'],
        properties: { resourceType: { const: name } },
      },
    },
  })
  const failures = others.map((status) => [
    status,
    { description: WORDS[status] ?? '', ...(status >= 400 && { content: told('OperationOutcome') }) },
  ])
  return { 200: { description: WORDS[200] ?? '', content: told(resource) }, ...Object.fromEntries(failures) }
}

const answer = (c: Context, resource: object) => bodyOf(c, resource, FHIR_TYPE)

const JSON_FORMATS = ['json', 'application/json', FHIR_TYPE, 'text/json']

/** By the parameter _format, which goes before the header. */
const jsonOnly: MiddlewareHandler = async (c, next) => {
  const format = c.req.query('_format')?.split(';')[0]?.trim().replace(' ', '+')
  const accepts = c.req.header('accept') ?? '*/*'
  const takesJson = format
    ? JSON_FORMATS.includes(format)
    : /json|\*\/\*|application\/\*|text\/html/i.test(accepts)
  if (takesJson) return next()
  c.header('Cache-Control', 'no-store')
  c.header('Content-Type', FHIR_TYPE)
  return c.body(JSON.stringify(NOT_JSON), 406)
}

/** Whether a caller has this version already. If-Modified-Since counts without If-None-Match alone (RFC 9110). */
function isKnown(c: Context, version: string, updatedAt: Date | null): boolean {
  const match = c.req.header('if-none-match')
  if (match !== undefined) return isUnchanged(match, `"${version}"`)
  const since = Date.parse(c.req.header('if-modified-since') ?? '')
  // HTTP's dates have whole seconds.
  return updatedAt !== null && Math.floor(updatedAt.getTime() / 1000) * 1000 <= since
}
