import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { IMPORT_BYTES_LIMIT } from '../../../contract/patients.ts'
import { startClinic } from '../../../tests/support/clinic.ts'

type Clinic = Awaited<ReturnType<typeof startClinic>>

let clinic: Clinic
let bearer: { authorization: string }
const logged: string[] = []
beforeAll(async () => {
  clinic = await startClinic({ logged })
  bearer = (await clinic.signedIn()).bearer
})
afterAll(() => clinic[Symbol.asyncDispose]())
beforeEach(async () => {
  await clinic.database.pool.query('DELETE FROM patients')
  logged.splice(0)
})

const HEAD = 'clinic_id,first_name,last_name'
const send = (body: string | null, query = '', headers: Record<string, string> = bearer) =>
  clinic.app.request(
    `/api/patients/import${query}`,
    { method: 'POST', headers: { 'content-type': 'text/csv', ...headers }, body },
    {},
  )
const file = (lines: number) =>
  `${HEAD},address\n${Array.from({ length: lines }, (_, at) => `C${at},Ada,Obi,${'Allen Avenue '.repeat(12)}\n`).join('')}`

it('the import takes a file larger than the limit of other calls', async () => {
  const answer = await send(file(3_000))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({
    success: true,
    data: {
      created: 3_000,
      updated: 0,
      unchanged: 0,
      failed: 0,
      overwritten: 0,
      otherNames: 0,
      errors: [],
      dryRun: false,
    },
  })
  expect(await clinic.count('patients')).toBe(3_000)
})

it('the import stores nothing as a dry run', async () => {
  expect(await (await send(`${HEAD}\nC1,Ada,Obi\n`, '?dryRun=1')).json()).toMatchObject({
    data: { created: 1, dryRun: true },
  })
  expect(await clinic.count('patients')).toBe(0)
})

it.each([
  ['a file that is none', 'GIF89a', 'file_invalid', /^The first line of the file must name its columns/],
  ['an empty file', '', 'file_invalid', 'The file is empty.'],
  ['no file', null, 'file_invalid', 'The file is empty.'],
  ['a missing column', 'clinic_id,last_name\nC1,Obi\n', 'file_invalid', /^There is no column “first_name”/],
])('the import answers 400 to %s, and stores nothing', async (_, body, code, message) => {
  const answer = await send(body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ success: false, code, message: expect.stringMatching(message) })
  expect(await clinic.count('patients')).toBe(0)
})

it('the import takes all of a file but an unreadable line', async () => {
  const answer = await send(`${file(1_500)}Z1,"Ada,Obi,\nZ2,Ada,Obi,\n`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    data: {
      created: 1_501,
      failed: 1,
      errors: [{ line: 1_502, message: expect.stringContaining('quotation mark') }],
    },
  })
})

it('the import makes no record another person’s unless it is told to', async () => {
  await send(`${HEAD}\nC1,Ada,Obi\n`)
  for (const query of ['', '?dryRun=1', '?otherNames=0']) {
    expect(await (await send(`${HEAD}\nC1,Chidi,Eze\n`, query)).json()).toMatchObject({
      data: { updated: 0, failed: 1, otherNames: 1, errors: [{ line: 2 }] },
    })
  }
  expect(await (await send(`${HEAD}\nC1,Chidi,Eze\n`, '?otherNames=1')).json()).toMatchObject({
    data: { updated: 1, failed: 0, otherNames: 1, errors: [] },
  })
})

it('the import refuses an unknown kind of dry run', async () => {
  expect((await send(HEAD, '?dryRun=yes')).status).toBe(400)
})

it('the import is for admins alone', async () => {
  const staff = await clinic.signedIn({ username: 'chidi', type: 'staff' })
  const callers: [Record<string, string>, number][] = [
    [staff.bearer, 403],
    [{ authorization: 'Bearer portal-of-the-tests' }, 403],
    [{}, 401],
  ]
  for (const [headers, status] of callers) {
    expect((await send(`${HEAD}\nC1,Ada,Obi\n`, '', headers)).status).toBe(status)
  }
  expect(await clinic.count('patients')).toBe(0)
})

it('the import leaves the limit of other calls alone', async () => {
  const call = await clinic.call('POST', '/api/auth/signin', 'x'.repeat(70_000))
  expect(call.status).toBe(413)
})

it('the import answers 413 to a file that declares too large a size, before reading it', async () => {
  const answer = await send(`${HEAD}\nC1,Ada,Obi\n`, '', {
    ...bearer,
    'content-length': String(IMPORT_BYTES_LIMIT + 1),
  })
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({
    code: 'body_too_large',
    message: 'The file is larger than 50 MB. Please split it into smaller files.',
  })
  expect(await clinic.count('patients')).toBe(0)
})

it('the import answers 503 while another file is imported', async () => {
  const client = await clinic.database.pool.connect()
  await client.query(`SELECT pg_advisory_lock(hashtextextended('patients.import', 0))`)
  const answer = await send(`${HEAD}\nC1,Ada,Obi\n`)
  await client.query(`SELECT pg_advisory_unlock(hashtextextended('patients.import', 0))`)
  client.release()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('30')
  expect(await answer.json()).toMatchObject({
    code: 'busy',
    message: expect.stringContaining('Another file'),
  })
})

it('the log has nothing of an imported file', async () => {
  await send(`${HEAD},email\nC1,Adasecret,Obi,ada.secret@example\nC2,"Adasecret`)
  await clinic.database.pool.query(`ALTER TABLE patients RENAME TO gone`)
  expect((await send(`${HEAD}\nC1,Adasecret,Obi\n`)).status).toBe(500)
  await clinic.database.pool.query(`ALTER TABLE gone RENAME TO patients`)
  expect(logged.join()).toContain('request failed')
  expect(logged.join()).not.toMatch(/secret/i)
})

async function listening(): Promise<{ server: ServerType; port: number }> {
  const server = serve({ fetch: clinic.app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
const closed = (server: ServerType) => new Promise((resolve) => server.close(resolve))
const requestHead = (length: number) =>
  `POST /api/patients/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${bearer.authorization}\r\nContent-Length: ${length}\r\n\r\n`

it('a caller who leaves in the middle keeps what was stored, and blocks no one', async () => {
  const { server, port } = await listening()
  const body = file(20_000)
  const socket = connect(port, '127.0.0.1')
  socket.write(requestHead(body.length) + body.slice(0, body.length / 2))
  await expect.poll(() => clinic.count('patients')).toBeGreaterThan(0)
  socket.destroy()
  await closed(server)
  // After the lock is released.
  await expect.poll(async () => (await send(HEAD)).status).toBe(200)
  const stored = await clinic.count('patients')
  expect(stored % 1_000).toBe(0)
  expect(stored).toBeLessThan(20_000)
  const again = await send(body)
  expect(await again.json()).toMatchObject({ data: { created: 20_000 - stored, unchanged: stored } })
  expect(logged.join()).not.toContain('request failed')
})

it('the answer comes when all of the file has arrived, so that the browser gets it', async () => {
  const { server, port } = await listening()
  const body = `no head\n${'x'.repeat(8_000_000)}`
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk
  })
  socket.write(requestHead(body.length))
  const half = body.length / 2
  await new Promise((resolve) => socket.write(body.slice(0, half), resolve))
  expect(heard).toBe('')
  await new Promise((resolve) => socket.write(body.slice(half), resolve))
  await expect.poll(() => heard).toMatch(/^HTTP\/1\.1 400 /)
  expect(heard).toContain('The first line of the file must name its columns')
  socket.destroy()
  await closed(server)
})
