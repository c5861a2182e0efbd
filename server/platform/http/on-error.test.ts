import { Hono } from 'hono'
import pino from 'pino'
import { expect, it } from 'vitest'
import { HttpFailure } from './failure.ts'
import { answerFailure } from './on-error.ts'

const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
const ask = async (error: Error) => {
  lines.length = 0
  const app = new Hono().get('/', () => {
    throw error
  })
  app.onError(answerFailure(log))
  const answer = await app.request('/')
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
}
const coded = (code: string, message = 'secret@example.com') => Object.assign(new Error(message), { code })
const wrapped = (cause: Error) => new Error('Failed query: INSERT ... secret@example.com', { cause })

it.each([
  { name: 'a lock that was not to be had', error: coded('55P03'), status: 503, code: 'busy' },
  { name: 'a database that shuts down', error: coded('57P01'), status: 503, code: 'unavailable' },
  {
    name: 'a standby, or a database that is read only',
    error: coded('25006'),
    status: 503,
    code: 'unavailable',
  },
  { name: 'a database that starts', error: wrapped(coded('57P03')), status: 503, code: 'unavailable' },
  { name: 'a connection that failed', error: coded('08006'), status: 503, code: 'unavailable' },
  { name: 'a database without connections left', error: coded('53300'), status: 503, code: 'unavailable' },
  { name: 'a refused connection', error: coded('ECONNREFUSED'), status: 503, code: 'unavailable' },
  {
    name: 'a socket whose file is gone',
    error: wrapped(Object.assign(coded('ENOENT'), { syscall: 'connect' })),
    status: 503,
    code: 'unavailable',
  },
  {
    name: 'a file of ours that is gone',
    error: Object.assign(coded('ENOENT'), { syscall: 'open' }),
    status: 500,
    code: 'internal',
  },
  { name: 'an unreachable host', error: wrapped(coded('EHOSTUNREACH')), status: 503, code: 'unavailable' },
  {
    name: 'a connection that broke, wrapped',
    error: wrapped(new Error('Connection terminated unexpectedly')),
    status: 503,
    code: 'unavailable',
  },
  {
    name: 'a database that does not answer',
    error: new Error('Query read timeout'),
    status: 503,
    code: 'unavailable',
  },
  { name: 'a fault of ours', error: new TypeError('x is not a function'), status: 500, code: 'internal' },
  { name: 'a broken rule of the database', error: wrapped(coded('23502')), status: 500, code: 'internal' },
  { name: 'a refusal', error: new HttpFailure('slot_taken', 'Taken.'), status: 409, code: 'slot_taken' },
])('$name is $status $code', async ({ error, status, code }) => {
  const answer = await ask(error)
  expect(answer).toMatchObject({ status, body: { success: false, code } })
  expect(answer.retryAfter !== null).toBe(status === 503)
  expect(JSON.stringify(answer.body)).not.toContain('at ')
  expect(lines.join('')).not.toContain('secret')
})

it('an outage logs one line with its place for any number of calls, and each other cause its own', async () => {
  const app = new Hono()
  const causes = [new Error('Connection terminated unexpectedly'), coded('57P01')]
  app.get('/:cause', (c) => {
    throw causes[Number(c.req.param('cause'))]
  })
  app.onError(answerFailure(log))
  lines.length = 0
  for (const cause of [0, 1, 0, 1, 0]) expect((await app.request(`/${cause}`)).status).toBe(503)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'requests fail', message: 'Connection terminated unexpectedly' },
    { msg: 'requests fail', code: '57P01' },
  ])
})
