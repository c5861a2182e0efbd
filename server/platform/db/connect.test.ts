import { createServer } from 'node:net'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { StartError } from '../process/start-error.ts'
import { connectOrExplain } from './connect.ts'
import { waitFor } from './embedded/wait-for.ts'
import { createPool } from './pool.ts'

const SECRET = 'hunter2'

const changed = (changes: Partial<URL>) => Object.assign(new URL(inject('postgresUrl')), changes).href

async function otherServer(answer: string | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (answer !== undefined) socket.end(answer)
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `postgres://u:${SECRET}@127.0.0.1:${(server.address() as { port: number }).port}/x`
}

/** PostgreSQL's error of this code. */
function refusal(code: string): string {
  const fields = `SFATAL\0C${code}\0Mno\0\0`
  return `E\0\0\0${String.fromCharCode(fields.length + 4)}${fields}`
}

async function latinDatabase(): Promise<string> {
  const pool = createPool(inject('postgresUrl'))
  await pool.query(
    "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc",
  )
  onTestFinished(async () => {
    await pool.query('DROP DATABASE latin')
    await pool.end()
  })
  return changed({ pathname: '/latin' })
}

describe('connectOrExplain', () => {
  it('returns a working pool', async () => {
    const pool = await connectOrExplain(inject('postgresUrl'))
    onTestFinished(() => pool.end())
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it('survives the end of an idle connection', async () => {
    const pool = await connectOrExplain(inject('postgresUrl'))
    const other = await connectOrExplain(inject('postgresUrl'))
    onTestFinished(() => Promise.all([pool.end(), other.end()]).then(() => undefined))
    const { rows } = await pool.query('SELECT pg_backend_pid() AS pid')
    await other.query('SELECT pg_terminate_backend($1)', [rows[0].pid])
    expect(await waitFor(() => pool.totalCount === 0, 5000)).toBe(true)
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it.each([
    {
      what: 'nothing that listens',
      url: () => `postgres://u:${SECRET}@127.0.0.1:1/x`,
      says: /127\.0\.0\.1:1\/x does not answer: nothing listens there/,
    },
    {
      what: 'an unknown host',
      url: () => `postgres://u:${SECRET}@no-such-host.invalid/x`,
      says: /no-such-host\.invalid:5432\/x has a host name that cannot be found/,
    },
    {
      what: 'a wrong password',
      url: () => otherServer(refusal('28P01')),
      says: /refuses the user or the password/,
    },
    {
      what: 'an unknown user',
      url: () => changed({ username: 'stranger', password: SECRET }),
      says: /refuses the user or the password/,
    },
    {
      what: 'a socket that is not there',
      url: () => `postgres://u:${SECRET}@%2Fnonexistent/x`,
      says: /^DATABASE_URL: \/nonexistent:5432\/x does not answer: nothing listens there/,
    },
    {
      what: 'an unknown database',
      url: () => changed({ pathname: '/nowhere' }),
      says: /\/nowhere has no such database/,
    },
    {
      what: 'a database in another encoding',
      url: latinDatabase,
      says: /is a database in LATIN1, and Enamel needs one made with ENCODING 'UTF8'/,
    },
    {
      what: 'a web server',
      url: () => otherServer('HTTP/1.1 400 Bad Request\r\n\r\n'),
      says: /cannot be used|not as PostgreSQL/,
    },
    { what: 'a server that hangs up', url: () => otherServer(''), says: /answers, but not as PostgreSQL/ },
    {
      what: 'a server that says nothing',
      url: () => otherServer(undefined),
      says: /does not answer within 5 s/,
    },
    {
      what: 'TLS that is not offered',
      url: () => `${inject('postgresUrl')}?sslmode=verify-full`,
      says: /offers no TLS/,
    },
    { what: 'another protocol', url: () => `mysql://u:${SECRET}@db/x`, says: /must look like postgres:/ },
    { what: 'no address at all', url: () => SECRET, says: /must look like postgres:/ },
    {
      what: 'a # in the password',
      url: () => `postgres://u:${SECRET}#1@db/x`,
      says: /In the password write @ : \/ \? # % as %40/,
    },
    {
      what: 'an address without slashes',
      url: () => `postgres:u:${SECRET}@db/x`,
      says: /must look like postgres:/,
    },
    {
      what: 'a file of certificates that is not there',
      url: () => `postgres://u:${SECRET}@127.0.0.1:1/x?sslmode=verify-full&sslrootcert=/nonexistent.crt`,
      says: /names a file of certificates that cannot be read/,
    },
    {
      what: 'a broken escape',
      url: () => `postgres://u:${SECRET}%zz@127.0.0.1:1/x`,
      says: /^DATABASE_URL: /,
    },
  ])('explains $what in one line without the password', async ({ url, says }) => {
    const failure = await connectOrExplain(await url()).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartError)
    const { message } = failure as StartError
    expect(message).toMatch(says)
    expect(message).toMatch(/^DATABASE_URL[^\n]+\.$/)
    expect(message).not.toContain(SECRET)
  })
})
