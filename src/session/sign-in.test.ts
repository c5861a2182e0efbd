import { beforeEach, expect, it, vi } from 'vitest'

/* What the page does where wrong passwords for a name came from everywhere: it solves, and sends the same once more. */

const user = { id: '1', username: 'ada', email: 'a@example.com', surname: 'Obi', other_names: 'Ada' }
const person = { ...user, displayName: 'Ada Obi', location: null, type: 'admin', role: null }
const signedIn = { user: { ...person, profession: null, job_title: null }, token: 'token-of-ada' }

const required = [428, { success: false, code: 'proof_required', data: 'puzzle' }] as const
const welcome = [200, { success: true, data: signedIn }] as const

beforeEach(() => {
  vi.resetModules()
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('__ENAMEL__', { portalToken: 'portal', apiBaseUrl: '/api' })
})

async function start(...answers: (readonly [number, object])[]) {
  const sent: [unknown, string | null][] = []
  vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit) => {
    sent.push([body, new Headers(headers).get('enamel-proof')])
    const [status, json] = answers.shift() ?? [500, {}]
    return new Response(JSON.stringify(json), { status })
  })
  const { solveProofsBy } = await import('../http/call-with-proof.ts')
  solveProofsBy(async () => async (challenge) => `proof of ${challenge}`)
  return { sent, ...(await import('./sign-in.ts')), ...(await import('./session-atoms.ts')) }
}

it('a sign-in that needs a proof of work says so and starts the session', async () => {
  const { sent, signIn, tokenAtom } = await start(required, welcome)
  const onProof = vi.fn()
  await signIn('ada', 'correct horse battery', onProof)
  const body = '{"username":"ada","password":"correct horse battery"}'
  expect(sent).toEqual([
    [body, null],
    [body, 'proof of puzzle'],
  ])
  expect(onProof).toHaveBeenCalledOnce()
  const { store } = await import('../store.ts')
  expect(store.get(tokenAtom)).toBe('token-of-ada')
})

it('a sign-in without a challenge does no proof of work', async () => {
  const { sent, signIn } = await start(welcome)
  const onProof = vi.fn()
  await signIn('ada', 'correct horse battery', onProof)
  expect(sent).toHaveLength(1)
  expect(onProof).not.toHaveBeenCalled()
})
