import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  FHIR_PATH,
  FHIR_RESOURCES,
  FHIR_TYPE,
  FHIR_VERSION,
  type FhirBundle,
  type FhirResourceType,
  SEARCH_PARAMS,
} from '../../../contract/fhir.ts'
import type { BookContext } from '../../book/blocked/context.ts'
import { isUnchanged } from '../../platform/http/etag.ts'
import { bodyOf } from '../../platform/http/json-answer.ts'
import { gone, NOT_JSON } from './outcome.ts'
import { type SearchableKind, searchableKinds } from './resources.ts'
import { parsedSearch, type Search } from './search.ts'
import { type ResourcePage, versioned } from './versioned.ts'

const TAGS = ['FHIR']

/**
 * FHIR R4, read only, for API keys (docs/fhir.md). A key reads its locations alone; the patients' identity takes a
 * scope of its own. Failures are OperationOutcomes (outcome.ts).
 */
export function fhirRoutes(context: BookContext) {
  const { clinic, allow, secondFactor } = context
  const base = () => `${secondFactor.origin()}/api${FHIR_PATH}`
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

  for (const kind of searchableKinds(context, base)) app.route('/', resourceRoutes(kind, { allow, base }))
  return app
}

function resourceRoutes(
  { type, summary, sorts = [], search, read }: SearchableKind,
  { allow, base }: Pick<BookContext, 'allow'> & { base: () => string },
) {
  const guard = allow.key(type === 'Patient' ? 'fhir.patient' : 'fhir.read')
  const app = new Hono()
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
      return answer(c, bundleOf(base(), type, asked, await search(c, asked), searchParams))
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
  return app
}

function bundleOf(
  base: string,
  type: FhirResourceType,
  { count, after }: Search,
  { resources, next }: ResourcePage,
  asked: URLSearchParams,
): FhirBundle {
  const used = new URLSearchParams(asked)
  used.delete('_after')
  used.set('_count', String(count))
  const pageAt = (cursor: string | null) => {
    const params = new URLSearchParams(used)
    if (cursor !== null) params.set('_after', cursor)
    return `${base}/${type}?${params}`
  }
  const entry = resources.map((one) => ({
    fullUrl: `${base}/${type}/${one.resource.id}`,
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

/** For the OpenAPI document; the resources themselves are defined by FHIR. */
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

/** Reads the parameter _format, which precedes the header. */
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

/**
 * Reports whether a caller has this version already. If-Modified-Since counts only without If-None-Match (RFC 9110).
 */
function isKnown(c: Context, version: string, updatedAt: Date | null): boolean {
  const match = c.req.header('if-none-match')
  if (match !== undefined) return isUnchanged(match, `"${version}"`)
  const since = Date.parse(c.req.header('if-modified-since') ?? '')
  // HTTP's dates have whole seconds.
  return updatedAt !== null && Math.floor(updatedAt.getTime() / 1000) * 1000 <= since
}

/** The day on which what this statement says last changed. */
const DATE = '2026-11-28'
/** Resources with a time of last change answer If-Modified-Since as well. */
const DATED: readonly FhirResourceType[] = ['Appointment', 'Patient']

/** Capabilities of this server (FHIR's CapabilityStatement). @param base address of the resources */
function capabilityStatement(clinic: string, base: string) {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: DATE,
    kind: 'instance',
    software: { name: 'Enamel' },
    implementation: { description: `Appointments of ${clinic}, to read`, url: base },
    fhirVersion: FHIR_VERSION,
    format: ['json', FHIR_TYPE],
    rest: [
      {
        mode: 'server',
        documentation:
          'Read only. A parameter of a search that is not named here is refused, and so are modifiers and chains; _count, _format and _after besides, and _sort of appointments.',
        security: {
          description:
            'An API key as bearer token: with the scope fhir.read for all but Patient, which takes fhir.patient. It reads its locations alone.',
        },
        resource: FHIR_RESOURCES.map((type) => ({
          type,
          interaction: [{ code: 'read' }, { code: 'search-type' }],
          versioning: 'versioned',
          readHistory: false,
          conditionalRead: DATED.includes(type) ? 'full-support' : 'not-match',
          searchParam: SEARCH_PARAMS[type].map(({ name, type, documentation }) => ({
            name,
            type,
            documentation,
          })),
        })),
      },
    ],
  }
}
