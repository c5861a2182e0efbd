import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { store } from '../store.ts'
import { forgetSessionAtom, keepSessionAtom, tokenAtom } from './session-atoms.ts'
import { signOut } from './sign-out.ts'
import { signedInAs } from './signed-in.fixture.ts'
import type { TabMessage } from './tab-messages.ts'
import { askTabs, joinTabs } from './tabs.ts'

/** Another tab of the same browser. */
const other = new BroadcastChannel('enamel-session')
const say = (message: TabMessage) => other.postMessage(message)
const heard = () =>
  new Promise<TabMessage>((resolve) => {
    other.onmessage = ({ data }) => resolve(data as TabMessage)
  })
/** Everything that was said before has been heard: this tab answers in order. */
const settled = async () => {
  store.set(keepSessionAtom, signedInAs('echo'))
  const answer = heard()
  say({ type: 'ask', id: 'echo' })
  await answer
}
const tokenAfter = async (message: TabMessage) => {
  const answer = new Promise<void>((resolve) => {
    const stop = store.sub(tokenAtom, () => {
      stop()
      resolve()
    })
  })
  say(message)
  await answer
  return store.get(tokenAtom)
}

let revoked: string[]
beforeAll(() => {
  joinTabs()
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    revoked.push(`${address} ${new Headers(headers).get('authorization')}`)
    return new Response('{"success":true,"message":"Signed out."}')
  })
})
beforeEach(() => {
  revoked = []
  store.set(keepSessionAtom, signedInAs('ada'))
})
afterAll(() => other.close())

it('a tab hands its session to a tab that asks', async () => {
  const answer = heard()
  say({ type: 'ask', id: '7' })
  expect(await answer).toEqual({ type: 'tell', id: '7', ...signedInAs('ada') })
})

it('a tab takes the session over from another tab', async () => {
  store.set(forgetSessionAtom)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const lock = navigator.locks.request('enamel-session', { mode: 'shared' }, () => held)
  other.onmessage = ({ data }) =>
    data.type === 'ask' && say({ type: 'tell', id: data.id, ...signedInAs('chidi'), pagesKey: 'a key' })
  expect(await askTabs()).toEqual({ ...signedInAs('chidi'), pagesKey: 'a key' })
  release()
  await lock
})

it('a tab asks no other when none has a session', async () => {
  store.set(forgetSessionAtom)
  // Its own lock goes a moment later.
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]))
  let asked = 0
  other.onmessage = () => {
    asked += 1
  }
  expect(await askTabs()).toBeNull()
  await settled()
  expect(asked).toBe(0)
})

it('a tab’s session ends with the same session of another tab', async () => {
  expect(await tokenAfter({ type: 'ended', token: 'token of ada' })).toBeNull()
})

it('a tab goes on when another session has ended', async () => {
  say({ type: 'ended', token: 'token of chidi' })
  const answer = heard()
  say({ type: 'ask', id: '8' })
  expect(await answer).toMatchObject({ type: 'tell', token: 'token of ada' })
})

it('a tab signs out with another tab, and revokes a token of its own', async () => {
  expect(await tokenAfter({ type: 'signed-out', token: 'token of ada' })).toBeNull()
  expect(revoked).toEqual([])
  store.set(keepSessionAtom, signedInAs('ada'))
  expect(await tokenAfter({ type: 'signed-out', token: 'token of chidi' })).toBeNull()
  expect(revoked).toEqual(['/api/auth/logout Bearer token of ada'])
})

it('a sign-out reaches all tabs before the server has answered', async () => {
  const answer = heard()
  signOut()
  expect(store.get(tokenAtom)).toBeNull()
  expect(await answer).toEqual({ type: 'signed-out', token: 'token of ada', locks: false })
  expect(revoked).toEqual(['/api/auth/logout Bearer token of ada'])
})
