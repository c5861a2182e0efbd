import type { Bearer, Document, Operation, Shot } from './requests.ts'
import { type Known, MARK, type Schema, usual } from './values.ts'

/*
 * Usual requests of permitted callers, with one hostile value: for each part of a path, each parameter, and each field
 * of a body at any depth.
 */

/** What every object inherits. */
const INHERITED = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'isPrototypeOf',
  '__defineGetter__',
]
const cursor = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
const TEXTS = [
  ...INHERITED,
  '1e308',
  String(2 ** 53),
  '9223372036854775808',
  '99999999999999999999',
  '-1',
  '1.5',
  '٣',
  'NaN',
  '2027-02-30',
  '2027-13-01',
  '0000-00-00',
  '0001-01-01',
  '9999-12-31',
  '99999-01-01',
  '+275760-09-14',
  '2030-03-05T24:00:00Z',
  '2030-03-05T10:00:00+99:00',
  '9999-12-31T23:59:59-23:59',
  '24:00',
  '99:99',
  '\0',
  `a\0${MARK}`,
  '\ud800',
  'a'.repeat(10_000),
  '',
  ' ',
  '%',
  cursor([2 ** 53, 'x']),
  cursor([8.64e15, 'x']),
  cursor({ constructor: 1 }),
]
const OTHERS: readonly unknown[] = [
  1e308,
  2 ** 53,
  2 ** 63,
  -1,
  1.5,
  0,
  null,
  true,
  [],
  ['constructor'],
  [['a']],
  {},
  { constructor: { prototype: {} } },
  Array.from({ length: 1_000 }, () => 'a'),
]
/** Ways to write a parameter that is there twice, or is an object to some servers. */
const TWICE = ['{name}=a&{name}=b', '{name}[]=a', '{name}[constructor]=a', '{name}']

/** All of them, place by place. */
export function hostileRequests(document: Document, known: Known, seed: number): Shot[] {
  return Object.entries(document.paths).flatMap(([call, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      bearersOf(operation).flatMap((bearer) => {
        const shot = (path: string, body: unknown, more: Record<string, string> = {}): Shot => ({
          method: method.toUpperCase(),
          call,
          path,
          bearer,
          headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...more },
          body: body === undefined ? undefined : JSON.stringify(body),
        })
        return shotsOf(call, method, operation, known, seed, shot)
      }),
    ),
  )
}

function shotsOf(
  call: string,
  method: string,
  { parameters = [], requestBody }: Operation,
  known: Known,
  seed: number,
  shot: (path: string, body: unknown, headers?: Record<string, string>) => Shot,
): Shot[] {
  const inPlace = (place: string) => parameters.filter((each) => each.in === place)
  const [, subject] = call.split('/')
  const given = (name: string, schema: Schema) =>
    String(known[`${name} of ${subject}`]?.[0] ?? known[name]?.[0] ?? usual(schema, known, name, seed))
  const path = (name?: string, value = '') => {
    const parts = inPlace('path').map((each) => [each.name, each.schema] as const)
    return parts.reduce(
      (text, [each, schema]) =>
        text.replace(`{${each}}`, each === name ? value : encoded(given(each, schema))),
      `/api${call}`,
    )
  }
  const needed = inPlace('query').filter(({ required }) => required)
  const query = (without?: string) =>
    needed
      .filter(({ name }) => name !== without)
      .map(({ name, schema }) => `${name}=${encoded(given(name, schema))}`)
  const address = (more: string[] = [], without?: string) =>
    [path(), [...query(without), ...more].join('&')].filter(Boolean).join('?')
  const schema = method === 'get' ? undefined : requestBody?.content['application/json']?.schema
  const body = schema && usual(schema, known, '', seed)

  return [
    ...inPlace('path').flatMap(({ name }) =>
      TEXTS.filter((text) => text !== '').map((text) =>
        shot([path(name, encoded(text)), query().join('&')].filter(Boolean).join('?'), body),
      ),
    ),
    ...inPlace('query').flatMap(({ name }) => [
      ...TEXTS.map((text) => shot(address([`${name}=${encoded(text)}`], name), body)),
      ...TWICE.map((text) => shot(address([text.replaceAll('{name}', name)], name), body)),
    ]),
    ...inPlace('header').flatMap(({ name }) =>
      TEXTS.filter((text) => /^[\x20-\x7e]*$/.test(text) && text.length < 5_000).map((text) =>
        shot(address(), body, { [name]: text }),
      ),
    ),
    ...placesIn(body).flatMap((place) =>
      [...TEXTS, ...OTHERS].map((value) => shot(address(), changed(body, place, value))),
    ),
    // Names that no body has.
    ...(schema ? INHERITED.map((name) => shot(address(), JSON.parse(`{"${name}":{"${name}":1}}`))) : []),
  ]
}

/** Every field and entry of a body, by its way there. */
function placesIn(body: unknown, way: readonly string[] = []): (readonly string[])[] {
  if (typeof body !== 'object' || body === null) return []
  const entries = Object.entries(body).slice(0, Array.isArray(body) ? 1 : undefined)
  return entries.flatMap(([key, value]) => [[...way, key], ...placesIn(value, [...way, key])])
}

function changed(body: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const copy: Record<string, unknown> = Array.isArray(body) ? ([...body] as never) : { ...(body as object) }
  copy[key] = rest.length === 0 ? value : changed(copy[key], rest, value)
  return copy
}

/** A lone surrogate as a client would send it that checks nothing. */
const encoded = (text: string) => (text === '\ud800' ? '%ED%A0%80' : encodeURIComponent(text.toWellFormed()))

/** Callers who pass the guard of a call, and no others. */
function bearersOf({ 'x-right': access, 'x-scope': scope }: Operation): Bearer[] {
  switch (access) {
    case 'anyone':
    case undefined:
      return ['none']
    case 'public':
      return ['portal', 'patient']
    case 'key':
    case 'patient':
    case 'device':
    case 'visit':
    case 'offer':
      return [access]
    default:
      return ['admin', 'reception', ...(scope ? (['key'] as const) : [])]
  }
}

/** About so many of them: for nearly each place another value, since the values of one place are neighbours. */
export const someOf = (shots: readonly Shot[], count: number): Shot[] => {
  const step = Math.max(1, Math.floor(shots.length / count))
  return shots.filter((_, index) => index % step === 0)
}
