import fc from 'fast-check'

/** The subset of JSON Schema in our OpenAPI document. */
export type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
}

/** Put into requests; no refusal may repeat it. */
export const MARK = 'zq7mark'

/** Texts that have broken servers, databases and pages before. */
const NASTY = [
  '',
  ' ',
  '\0',
  `a\0${MARK}`,
  '\ud800',
  `${MARK}\udc00`,
  '\ufeff\u202e\u200f',
  '😀'.repeat(40),
  'e\u0301'.repeat(60),
  `'; DROP TABLE appointments; -- ${MARK}`,
  `" OR ""="${MARK}`,
  `%' OR 1=1 /*${MARK}`,
  `$1 $2 :name @p ${MARK}`,
  '%',
  '_',
  '\\',
  "\\'",
  '%_%\\',
  `<img src=x onerror=alert(1)>${MARK}`,
  `<script>${MARK}</script>`,
  '{{constructor.constructor("x")()}}',
  '$t(common:key)', // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant as text.
  '${7*7}',
  `a\r\nBcc: ${MARK}@example.com`,
  `=HYPERLINK("http://x","${MARK}")`,
  '../../../etc/passwd',
  '..%2f..%2fetc',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e309',
  '0x1F',
  '9'.repeat(400),
  '1.5',
  '٣',
  '2030-02-30',
  '0000-00-00',
  '+275760-09-13',
  '2030-03-05T10:00:00+99:00',
  '24:00',
  '10:07',
  'ada@example.com, eve@example.com',
  'a@b',
  `${'a'.repeat(250)}@example.com`,
  '+234 803 123 4567',
  '0'.repeat(60),
  '(((((((((((((',
  '+'.repeat(80),
  'a'.repeat(5_000),
  ' '.repeat(20_000),
  'a-'.repeat(3_000),
] // prettier-ignore

const NUMBERS = [0, -0, -1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, 5e-324]

const nastyText = fc.oneof(
  fc.constantFrom(...NASTY),
  // Any code units, including lone surrogates.
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
    .map((units) => String.fromCharCode(...units)),
)
const keys = fc.constantFrom('__proto__', 'constructor', 'toString', 'id', 'length', '', '\0', MARK)
const scalar = fc.oneof(nastyText, fc.constantFrom<unknown>(...NUMBERS, true, false, null))

/** Any JSON, mostly where something else is expected. */
export const wild: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.dictionary(keys, scalar, { maxKeys: 4 }) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 3_000 }).map(nested) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 3_000 }, (_, i) => i)) },
)

function nested(depth: number): unknown {
  let value: unknown = depth
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value }
  return value
}

/** Values by field or parameter name that schemas alone do not give (existing ids, open days). */
export type Known = Record<string, readonly unknown[]>

/** Valid for a schema; for a known name usually one of its values. */
export function valid(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const from = bySchema(schema, known, name)
  const values = known[name]
  return values
    ? fc.oneof({ weight: 7, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: from })
    : from
}

function bySchema(schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => bySchema(each, known, name)))
  switch (schema.type) {
    case 'object':
      return object(schema, known)
    case 'array':
      return fc.array(bySchema(schema.items ?? {}, known, name), {
        maxLength: Math.min(schema.maxItems ?? 5, 10),
      })
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 1_000_000 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return text(schema)
    default:
      return wild
  }
}

function text({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (pattern && !pattern.includes('\\p{')) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) })
}

function object(
  { properties = {}, required = [] }: Schema,
  known: Known,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([key, each]) => [key, valid(each, known, key)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

/** Valid except for one fault: a field of another type, missing or extra. */
export function nearlyValid(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {})
  if (names.length === 0) return wild
  return fc
    .tuple(
      valid(schema, known),
      fc.constantFrom(...names),
      wild,
      fc.constantFrom('replace', 'drop', 'add'),
      keys,
    )
    .map(([good, name, odd, how, extra]) => {
      if (how === 'replace') return { ...(good as object), [name]: odd }
      const entries = Object.entries(good as object).filter(([key]) => how !== 'drop' || key !== name)
      return Object.fromEntries(how === 'add' ? [...entries, [extra, odd]] : entries)
    })
}

/** One valid value, with every field that it may have: a known value for a name, else one of its schema. */
export function usual(schema: Schema, known: Known, name: string, seed: number): unknown {
  const [first] = known[name] ?? []
  if (first !== undefined && first !== null) return first
  const [alternative = schema] = schema.anyOf ?? []
  if (alternative.type === 'array') return [usual(alternative.items ?? {}, known, name, seed)]
  if (alternative.type !== 'object')
    return fc.sample(bySchema(alternative, known, name), { numRuns: 1, seed })[0]
  return Object.fromEntries(
    Object.entries(alternative.properties ?? {}).map(([key, each]) => [key, usual(each, known, key, seed)]),
  )
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
const NO_TEXTS = ['\0', '\ud800']

/** Otherwise valid bodies with an unstorable character in one text, one body per text. */
export function withoutText(schema: Schema, known: Known, seed: number): object[] {
  const sure = Object.entries(schema.properties ?? {}).filter(
    ([name]) => known[name] !== undefined || schema.required?.includes(name),
  )
  const arbitraries = sure.map(([name, each]) => {
    const [first] = known[name] ?? []
    return [name, first === undefined ? bySchema(each, known, name) : fc.constant(first)] as const
  })
  const [good = {}] = fc.sample(fc.record(Object.fromEntries(arbitraries)), { numRuns: 1, seed })
  const texts = Object.entries(schema.properties ?? {}).filter(([, each]) => mayBeText(each))
  return texts.flatMap(([name]) =>
    NO_TEXTS.map((odd) => ({ ...good, [name]: `${asText(good[name])}${odd}b` })),
  )
}

const mayBeText = ({ type, anyOf }: Schema): boolean => type === 'string' || (anyOf?.some(mayBeText) ?? false)
const asText = (value: unknown) => (typeof value === 'string' ? value : 'Ada')
