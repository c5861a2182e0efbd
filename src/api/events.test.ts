// The other end of the line, which must be a real one to be cut.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readEvents } from './events.ts'

const booked = { type: 'appointment', change: 'booked', id: '1', location: 'fct', version: 1 }
const frame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** The server's answers; each caller has a line of its own. */
let answer: (response: ServerResponse) => void
let asked: IncomingMessage[]
let heard: unknown[]
const server = createServer((request, response) => {
  asked.push(request)
  answer(response)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init))
})
afterAll(() => server.closeAllConnections())
beforeEach(() => {
  asked = []
  heard = []
})

const stream = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
const read = ({ signal = new AbortController().signal, silenceMs = 5_000 } = {}) =>
  readEvents({
    token: 'token of ada',
    signal,
    silenceMs,
    onReady: () => heard.push('ready'),
    onBeat: () => heard.push('beat'),
    onChange: (event) => heard.push(event),
  })

it('the event stream sends the bearer in a header and passes on events until the server ends it', async () => {
  answer = (response) =>
    stream(response).end(frame('ready', {}) + frame('change', booked) + frame('beat', {}))
  await read()
  expect(heard).toEqual(['ready', booked, 'beat'])
  expect(asked[0]).toMatchObject({
    url: '/api/events',
    headers: { authorization: 'Bearer token of ada', accept: 'text/event-stream' },
  })
})

it('the event stream joins an event that comes in pieces', async () => {
  const text = frame('ready', {}) + frame('change', { type: 'blocker', id: 'Ọjọ́' })
  answer = (response) => {
    stream(response)
    for (const byte of new TextEncoder().encode(text)) response.write(Uint8Array.of(byte))
    response.end()
  }
  await read()
  expect(heard).toEqual(['ready', { type: 'blocker', id: 'Ọjọ́' }])
})

it('the event stream skips what it does not understand', async () => {
  answer = (response) =>
    stream(response).end(
      `: a comment\n\n${frame('weather', {})}event: change\ndata: {\n\n${frame('change', { type: 'device' })}${frame('change', booked)}`,
    )
  await read()
  expect(heard).toEqual([booked])
})

it.each([401, 403, 429, 503])('the event stream fails with the status %i of the answer', async (status) => {
  answer = (response) => response.writeHead(status).end('{"success":false}')
  await expect(read()).rejects.toMatchObject({ kind: 'http', status })
})

it('a proxy’s page is no event stream', async () => {
  answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Please sign in')
  await expect(read()).rejects.toMatchObject({ kind: 'http', status: 200 })
})

it('the event stream fails when the line is cut', async () => {
  answer = (response) => stream(response).write(frame('ready', {}), () => response.destroy())
  await expect(read()).rejects.toMatchObject({ kind: 'network' })
  expect(heard).toEqual(['ready'])
})

it.each([
  ['before it begins', ''],
  ['after it began', frame('ready', {})],
])('the event stream closes a line that falls silent %s', async (_, said) => {
  const closed = new Promise((resolve) => {
    answer = (response) => {
      response.on('close', resolve)
      stream(response).flushHeaders()
      if (said) response.write(said)
    }
  })
  await expect(read({ silenceMs: 200 })).rejects.toMatchObject({ kind: 'timeout' })
  await closed
})

it('the event stream is not silent while there are beats', async () => {
  answer = (response) => {
    stream(response)
    let beats = 0
    const timer = setInterval(() => {
      beats += 1
      if (beats <= 8) return response.write(frame('beat', {}))
      clearInterval(timer)
      response.end()
    }, 150)
  }
  // Eight beats take longer than that, and a busy machine is seldom that late with one.
  await read({ silenceMs: 1_000 })
  expect(heard).toHaveLength(8)
})

it('the event stream closes its line when it is aborted', async () => {
  const controller = new AbortController()
  const closed = new Promise((resolve) => {
    answer = (response) => {
      response.on('close', resolve)
      stream(response).write(frame('ready', {}))
    }
  })
  const reading = read({ signal: controller.signal })
  await vi.waitFor(() => expect(heard).toEqual(['ready']))
  controller.abort()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  await closed
})
