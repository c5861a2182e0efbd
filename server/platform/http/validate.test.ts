import { Hono } from 'hono'
import pino from 'pino'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'
import { answerFailure } from './on-error.ts'
import { parsed, parsedBodyIfAny } from './validate.ts'

const app = new Hono()
app.onError(answerFailure(pino({ level: 'silent' })))
app.post('/body', parsed('json', v.object({ name: v.string() })), (c) => c.json(c.req.valid('json')))
app.post('/any', parsedBodyIfAny(v.object({ name: v.optional(v.string(), 'all') })), (c) =>
  c.json(c.req.valid('json')),
)

/** Bytes have no type of their own, as a text would. */
async function send(path: string, body: string, type?: string) {
  const answer = await app.request(path, {
    method: 'POST',
    body: new TextEncoder().encode(body),
    headers: type === undefined ? {} : { 'content-type': type },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const NOT_JSON = 'Please send JSON, with the header Content-Type: application/json.'
const UNREADABLE = "We couldn't read this request."
const ADA = '{"name":"Ada"}'

it.each([
  ['application/json', ADA],
  ['APPLICATION/JSON; charset=utf-8', ADA],
  ['application/fhir+json', ADA],
  [undefined, ADA],
  ['', ADA],
  [undefined, `\n ${ADA}`],
])('a body of type %o is read as JSON', async (type, body) => {
  for (const path of ['/body', '/any'])
    expect(await send(path, body, type)).toEqual({ status: 200, body: { name: 'Ada' } })
})

it.each([
  // Content type of curl -d, and of a page of another site that sends without asking.
  ['application/x-www-form-urlencoded', ADA, NOT_JSON],
  ['text/plain', ADA, NOT_JSON],
  ['text/plain;charset=UTF-8', ADA, NOT_JSON],
  ['multipart/form-data; boundary=x', ADA, NOT_JSON],
  ['application/jsonp', ADA, NOT_JSON],
  ['application/xml', '<name>Ada</name>', NOT_JSON],
  [undefined, 'name=Ada', UNREADABLE],
  ['application/json', '{"name":', UNREADABLE],
])('a body of type %o that says %s is refused with a sentence', async (type, body, sentence) => {
  for (const path of ['/body', '/any'])
    expect(await send(path, body, type)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: { body: sentence } },
    })
})

it('a call without a body names its missing fields, whatever its type', async () => {
  for (const type of [undefined, 'text/plain', 'application/x-www-form-urlencoded']) {
    expect((await send('/body', '', type)).body.errors).toEqual({ name: 'Please fill in this field.' })
    expect((await send('/any', '', type)).body).toEqual({ name: 'all' })
  }
})

it('a body that is no object is refused where all fields are optional', async () => {
  expect((await send('/any', '[]', 'application/json')).status).toBe(400)
  expect((await send('/any', '[]')).status).toBe(400)
})

type Operation = { requestBody?: { content?: Record<string, unknown> } }

it('no call that takes JSON accepts a request with cookies alone', async () => {
  await using clinic = await startClinic()
  const answer = await clinic.app.request('/api/openapi.json')
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Operation>> }
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { requestBody }]) => requestBody?.content?.['application/json'])
      .map(([method]) => ({ method: method.toUpperCase(), path })),
  )
  expect(calls.length).toBeGreaterThan(50)
  for (const { method, path } of calls) {
    const answer = await clinic.app.request(`/api${path.replaceAll(/\{\w+\}/g, 'x')}`, {
      method,
      body: new TextEncoder().encode('{}'),
      headers: { cookie: 'device-0a1b2c3d=token', origin: 'https://elsewhere.example' },
    })
    expect(`${method} ${path}: ${answer.status}`).toBe(`${method} ${path}: 401`)
  }
})
