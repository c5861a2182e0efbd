import fc from 'fast-check'
import { type Known, nearlyValid, type Schema, valid, wild, withoutText } from './values.ts'

export type Operation = {
  parameters?: { in: 'path' | 'query' | 'header'; name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
  'x-right'?: string
  'x-scope'?: string
}
/** The part of an OpenAPI document used here. */
export type Document = { paths: Record<string, Record<string, Operation>> }

export const BEARERS = [
  'none',
  'portal',
  'unknown',
  'odd',
  'patient',
  'staff',
  'reception',
  'admin',
  'device',
  'key',
  'visit',
  'offer',
] as const
export type Bearer = (typeof BEARERS)[number]

export type Shot = {
  method: string
  /** As in the document. */
  call: string
  path: string
  bearer: Bearer
  headers: Record<string, string>
  body: string | undefined
}

/** Requests for every call alike: valid, nearly valid, and arbitrary ones. */
export function requests(document: Document, known: Known): fc.Arbitrary<Shot> {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      requestsFor(method.toUpperCase(), path, operation, known),
    ),
  )
  return fc.oneof(...calls)
}

/** Valid admin requests with a NUL or a lone surrogate in one text, for every text of every body. */
export function brokenTexts(document: Document, known: Known, seed: number): Shot[] {
  return Object.entries(document.paths).flatMap(([call, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      const [, subject] = call.split('/')
      const [id] = known[`id of ${subject}`] ?? []
      const path = `/api${call.replace('{id}', String(id)).replace('{location}', 'fct')}`
      return (schema ? withoutText(schema, known, seed) : []).map((body) => ({
        ...{ method: method.toUpperCase(), call, path, bearer: 'admin' as const },
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }))
    }),
  )
}

function requestsFor(method: string, call: string, operation: Operation, known: Known): fc.Arbitrary<Shot> {
  const { parameters = [], requestBody } = operation
  const given = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const values = (place: string) =>
    fc.record(
      Object.fromEntries(given(place).map(({ name, schema }) => [name, parameterValue(schema, known, name)])),
      { requiredKeys: given(place).flatMap(({ name, required }) => (required ? [name] : [])) },
    )
  return fc.record({
    method: fc.constant(method),
    call: fc.constant(call),
    path: fc
      .tuple(
        values('path'),
        values('query'),
        fc.constantFrom('', '', '', '&page=1&page=2', '&__proto__[x]=1', '&%00=%ff'),
      )
      .map(([inPath, inQuery, more]) => addressOf(call, inPath, inQuery, more)),
    // Callers with permissions come more often.
    bearer: fc.constantFrom<Bearer>(...BEARERS, 'admin', 'admin', 'admin', 'admin', 'portal'),
    headers: fc.tuple(values('header'), contentType(requestBody), oddHeaders).map(([named, type, odd]) => ({
      ...odd,
      ...Object.fromEntries(Object.entries(named).map(([name, value]) => [name, headerText(value)])),
      ...(type && { 'content-type': type }),
    })),
    body: method === 'GET' ? fc.constant(undefined) : bodyText(requestBody, known),
  })
}

const parameterValue = (schema: Schema, known: Known, name: string) =>
  fc.oneof({ weight: 4, arbitrary: valid(schema, known, name) }, { weight: 1, arbitrary: wild })

/** Path parts that are invalid in any reading, and some that are only odd. */
const ODD_PARTS = [
  '%',
  '%zz',
  '%00',
  '%ED%A0%80',
  '%ff%fe',
  '..%2f..%2f',
  '%2e%2e',
  'a%2fb',
  '%0d%0aX-Odd:%201',
  '%F0%9F%98%80',
]

function addressOf(call: string, inPath: object, inQuery: object, more: string): string {
  let path = call
  for (const [name, value] of Object.entries(inPath))
    path = path.replace(`{${name}}`, encoded(value, ODD_PARTS))
  const query = Object.entries(inQuery).map(([name, value]) => `${name}=${encoded(value)}`)
  return `/api${path}?${query.join('&')}${more}`
}

/** Encoded as a browser would; now and then with an odd part. */
function encoded(value: unknown, odd: readonly string[] = []): string {
  const text = asText(value)
  const strange = odd[text.length % 29]
  // Node itself answers paths beyond 16 KiB.
  return strange ?? (encodeURIComponent(text.toWellFormed()).slice(0, 4_000).replace(/%.?$/, '') || '%20')
}

/** Lists as the calls read them; other structures as JSON. */
function asText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const isPlain = Array.isArray(value) && value.every((each) => typeof each !== 'object')
  return isPlain ? value.slice(0, 50).join(',') : asJson(value)
}

const oddHeaders = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { 'accept-encoding': 'gzip;q=1e9, *;q=0, \t,,' },
  { 'x-forwarded-for': "1.2.3.4, ::1, 'x'", 'x-forwarded-host': 'evil.example', forwarded: 'for=unknown' },
  { 'x-http-method-override': 'DELETE', 'x-original-url': '/api/staff', 'x-rewrite-url': '/metrics' },
  { 'accept-language': 'x'.repeat(6_000) },
  { range: 'bytes=0-0,-1,5-1', 'if-none-match': '*', 'if-modified-since': 'soon' },
  { origin: 'null', cookie: `a=${'b'.repeat(3_000)}; __proto__=1` },
  { 'x-unattended': '\u00ff\u00fe' },
  { 'content-encoding': 'gzip' },
)

const headerText = (value: unknown) =>
  asText(value)
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 2_000)

function contentType(body: Operation['requestBody']): fc.Arbitrary<string | undefined> {
  const [right = 'application/json'] = Object.keys(body?.content ?? {})
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(right) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        undefined,
        'text/plain',
        'application/json; charset=utf-16',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        ';;;',
      ),
    },
  )
}

const NO_JSON = [
  '',
  '{',
  '{"a":',
  '[',
  '"',
  'nul',
  '{"a":1}{"b":2}',
  '{"a":1,}',
  "{'a':1}",
  '\0',
  '\ufeff{}',
  '<a/>',
  'a=1&b=2',
]
const BIG = `{"description":"${'x'.repeat(70_000)}"}`

function bodyText(body: Operation['requestBody'], known: Known): fc.Arbitrary<string | undefined> {
  const json = body?.content['application/json']?.schema
  const broken = fc.constantFrom<string | undefined>(...NO_JSON, BIG, `${'['.repeat(30_000)}`, undefined)
  if (body?.content['text/csv']) return fc.oneof(csv, broken)
  if (!json) return fc.oneof(fc.constant(undefined), broken, wild.map(asJson))
  return fc.oneof(
    { weight: 6, arbitrary: valid(json, known).map(asJson) },
    { weight: 5, arbitrary: nearlyValid(json, known).map(asJson) },
    { weight: 2, arbitrary: wild.map(asJson) },
    // A repeated name, and one that every object inherits.
    {
      weight: 1,
      arbitrary: fc.tuple(valid(json, known), wild).map(([good, odd]) => twice(asJson(good), asJson(odd))),
    },
    { weight: 1, arbitrary: broken },
  )
}

const asJson = (value: unknown) => JSON.stringify(value) ?? ''
function twice(good: string, odd: string): string {
  const [name = '"__proto__"'] = /"\w+"/.exec(good) ?? []
  return `{${name}:${odd},"__proto__":${odd},${good.slice(1)}`
}

const CELLS = [
  'CLN-1',
  'Ada',
  '=1+1',
  '"',
  '""',
  'a"b',
  '\0',
  '\n',
  ';',
  'ada@example.com',
  '+2348031234567',
  '1990-02-30',
  '\ud83d',
  '',
]
const csv = fc
  .array(fc.array(fc.constantFrom(...CELLS), { maxLength: 9 }), { maxLength: 12 })
  .map((lines) =>
    ['clinic_id,first_name,last_name,email,phone,birth_date', ...lines.map((cells) => cells.join(','))].join(
      '\n',
    ),
  )
