import { createStore } from 'jotai'
import { beforeEach, expect, it } from 'vitest'
import type { StaffUser } from '../../../contract/auth.ts'
import { accountAtom, forgetPasswordAtom, loginAtom, profileAtom } from './slices.ts'

let store: ReturnType<typeof createStore>
beforeEach(() => {
  store = createStore()
})
const error = { type: 'error', error: 'No.' } as const
const request = { type: 'request' } as const
const success = { type: 'success', message: 'Yes.' } as const

it('login: request, loading, success or error; signing out clears it', () => {
  const login = (...actions: Parameters<(typeof loginAtom)['write']>[2][]) => {
    for (const action of actions) store.set(loginAtom, action)
    return store.get(loginAtom)
  }
  expect(login()).toEqual({ error: '', loading: false })
  expect(login(request)).toEqual({ error: '', loading: true })
  expect(login(error)).toEqual({ error: 'No.', loading: false })
  expect(login(request)).toEqual({ error: '', loading: true })
  expect(login({ type: 'success' })).toEqual({ error: '', loading: false })
  expect(login(error, { type: 'logout' })).toEqual({ error: '', loading: false })
})

it('account: loading, then the user or registrationError', () => {
  const nothing = { registrationError: '', message: '', loading: false, user: null }
  const user = { id: 'u' } as StaffUser
  store.set(accountAtom, request)
  expect(store.get(accountAtom)).toEqual({ ...nothing, loading: true })
  store.set(accountAtom, error)
  expect(store.get(accountAtom)).toEqual({ ...nothing, registrationError: 'No.' })
  store.set(accountAtom, { type: 'success', user, message: '' })
  expect(store.get(accountAtom)).toEqual({ ...nothing, user })
})

it('forgot password: a request clears messages, then success or error', () => {
  store.set(forgetPasswordAtom, error)
  expect(store.get(forgetPasswordAtom)).toEqual({ forgetSuccessMsg: '', forgetError: 'No.' })
  store.set(forgetPasswordAtom, request)
  expect(store.get(forgetPasswordAtom)).toEqual({ forgetSuccessMsg: '', forgetError: '' })
  store.set(forgetPasswordAtom, success)
  expect(store.get(forgetPasswordAtom)).toEqual({ forgetSuccessMsg: 'Yes.', forgetError: '' })
})

it('profile: request, then success or error; a reset clears the success', () => {
  store.set(profileAtom, success)
  expect(store.get(profileAtom)).toEqual({ error: '', success: 'Yes.' })
  store.set(profileAtom, { type: 'reset' })
  expect(store.get(profileAtom)).toEqual({ error: '', success: '' })
  store.set(profileAtom, error)
  store.set(profileAtom, { type: 'reset' })
  expect(store.get(profileAtom)).toEqual({ error: 'No.', success: '' })
  store.set(profileAtom, request)
  expect(store.get(profileAtom)).toEqual({ error: '', success: '' })
})
