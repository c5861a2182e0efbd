import { expect, it } from 'vitest'
import { bearerOf, password, startWithAda } from './sign-in.fixture.ts'
import { tokenHash } from './tokens.ts'

type Line = { id: string; browser: string | null; startedAt: string; lastUsedAt: string; isThis: boolean }

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function startWithTwo() {
  const clinic = await startWithAda()
  const signIn = async (agent: string) =>
    bearerOf(
      await clinic.call('POST', '/api/auth/signin', { username: 'ada', password }, { 'user-agent': agent }),
    )
  const desk = await signIn(CHROME)
  clinic.pass(60)
  const phone = await signIn(FIREFOX)
  return {
    ...clinic,
    desk,
    phone,
    list: async (bearer: Record<string, string>) =>
      (await clinic.get('/auth/sessions', bearer)).body.data as Line[],
    end: (id: string, bearer: Record<string, string>) =>
      clinic.call('DELETE', `/api/auth/sessions/${id}`, undefined, bearer),
    status: async (bearer: Record<string, string>) => (await clinic.get('/auth/session', bearer)).status,
    trail: async () =>
      (await clinic.database.pool.query('SELECT action FROM audit_log ORDER BY id')).rows.map(
        ({ action }) => action as string,
      ),
  }
}

it('the list of sessions shows where, since when and when last used, and which is this one', async () => {
  await using clinic = await startWithTwo()
  clinic.pass(40)
  await clinic.get('/auth/session', clinic.phone)
  clinic.pass(3)
  await clinic.get('/auth/session', clinic.desk)
  const known = { id: expect.stringMatching(/^[0-9a-f-]{36}$/) }
  expect(await clinic.list(clinic.phone)).toEqual([
    {
      ...known,
      browser: 'Chrome, Windows',
      startedAt: '2030-03-04T07:00:00+01:00',
      lastUsedAt: '2030-03-04T08:43:00+01:00',
      isThis: false,
    },
    {
      ...known,
      browser: 'Firefox, Linux',
      startedAt: '2030-03-04T08:00:00+01:00',
      // A use is written down once in five minutes.
      lastUsedAt: '2030-03-04T08:40:00+01:00',
      isThis: true,
    },
  ])
})

it('ending another session ends no one else’s', async () => {
  await using clinic = await startWithTwo()
  const eve = await clinic.signedIn({ username: 'eve' })
  const [other] = (await clinic.list(clinic.phone)).filter(({ isThis }) => !isThis)
  expect(await clinic.end(other?.id ?? '', eve.bearer)).toMatchObject({ status: 404 })
  expect(await clinic.end(other?.id ?? '', clinic.phone)).toMatchObject({ status: 200 })
  expect(await clinic.status(clinic.desk)).toBe(401)
  expect(await clinic.status(clinic.phone)).toBe(200)
  expect(await clinic.end(other?.id ?? '', clinic.phone)).toMatchObject({ status: 404 })
  expect(await clinic.trail()).toContain('staff.session_ended')
})

it('ending all sessions ends no one else’s', async () => {
  await using clinic = await startWithTwo()
  const eve = await clinic.signedIn({ username: 'eve' })
  expect(await clinic.call('DELETE', '/api/auth/sessions', undefined, clinic.phone)).toMatchObject({
    status: 200,
  })
  for (const bearer of [clinic.desk, clinic.phone]) expect(await clinic.status(bearer)).toBe(401)
  expect(await clinic.status(eve.bearer)).toBe(200)
  expect(await clinic.trail()).toContain('staff.signed_out_everywhere')
})

it('a session can be ended later by the hash of its token, which opens nothing', async () => {
  await using clinic = await startWithTwo()
  const hash = tokenHash(clinic.desk.authorization.split(' ')[1] ?? '')
  expect(await clinic.status({ authorization: `Bearer ${hash}` })).toBe(401)
  const end = (sessions: unknown) => clinic.call('POST', '/api/auth/ended-sessions', { sessions })
  expect(await end([])).toMatchObject({ status: 400 })
  expect(await end(Array(21).fill(hash))).toMatchObject({ status: 400 })
  expect(await end([hash, tokenHash('of nobody')])).toMatchObject({ status: 200 })
  expect(await clinic.status(clinic.desk)).toBe(401)
  expect(await clinic.status(clinic.phone)).toBe(200)
  expect((await clinic.trail()).filter((action) => action === 'staff.signed_out')).toHaveLength(1)
})
