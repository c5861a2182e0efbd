import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { store } from '../store.ts'
import { dropForms, openForm, openForms, storedOf, takeRestoredPlace } from './open-forms.ts'
import { endSessionAtom, forgetSessionAtom, keepSessionAtom } from './session-atoms.ts'
import { signOut } from './sign-out.ts'
import { signedInAs } from './signed-in.fixture.ts'

const ADDRESS = '/dashboard?view=day'
let close: () => void
let listeners: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  listeners = new EventTarget()
  vi.stubGlobal('location', { pathname: '/dashboard', search: '?view=day', hash: '' })
  vi.stubGlobal('history', { state: null })
  vi.stubGlobal('scrollY', 0)
  // The server knows the session no more, when a sign-out ends it there.
  vi.stubGlobal('fetch', async () => new Response(null, { status: 401 }))
  vi.stubGlobal('addEventListener', listeners.addEventListener.bind(listeners))
  store.set(keepSessionAtom, signedInAs('ada'))
  close = openForm('desk', () => 'Ngozi')
})
afterEach(() => {
  close()
  dropForms()
  listeners.dispatchEvent(new Event('keydown'))
  store.set(forgetSessionAtom)
  vi.useRealTimers()
})

/** Restored values and place of a person who signs in. */
function signIn(username: string) {
  store.set(keepSessionAtom, signedInAs(username))
  return [storedOf('desk'), takeRestoredPlace()?.address]
}

it('a session that ends by itself leaves its open forms to the same person, once', () => {
  store.set(endSessionAtom)
  close()
  // A password that is mistyped ends nothing.
  store.set(forgetSessionAtom)
  expect(signIn('ada')).toEqual(['Ngozi', ADDRESS])
  listeners.dispatchEvent(new Event('pointerdown'))
  store.set(endSessionAtom)
  expect(signIn('ada')).toEqual([undefined, undefined])
})

it('another person who signs in gets nothing, and the first one nothing afterwards', () => {
  store.set(endSessionAtom)
  expect(signIn('bola')).toEqual([undefined, undefined])
  close()
  store.set(endSessionAtom)
  expect(signIn('ada')).toEqual([undefined, undefined])
})

it.each([
  ['a sign-out by hand', signOut],
  [
    'a sign-out after the session has ended',
    () => {
      store.set(endSessionAtom)
      signOut()
    },
  ],
])('%s leaves nothing of a form', (_, leave) => {
  leave()
  expect(signIn('ada')).toEqual([undefined, undefined])
})

it.each([
  [14 * 60_000 + 59_000, 'Ngozi'],
  [15 * 60_000, undefined],
])('a stored form is, after %i ms, %s', (ms, restored) => {
  store.set(endSessionAtom)
  vi.advanceTimersByTime(ms)
  expect(signIn('ada')[0]).toBe(restored)
})

it('a device that slept for 15 minutes has forgotten the forms', () => {
  store.set(endSessionAtom)
  vi.setSystemTime(Date.now() + 15 * 60_000)
  expect(signIn('ada')).toEqual([undefined, undefined])
})

it('a form in which nothing is begun is not kept', () => {
  close()
  close = openForm('desk', () => undefined)
  expect(openForms()).toEqual({})
  store.set(endSessionAtom)
  expect(signIn('ada')).toEqual([undefined, undefined])
})
