import { beforeEach, expect, it, vi } from 'vitest'
import { hasPendingCode, PENDING_CODE_KEY } from '../state/stored-draft.ts'
import { readPending, storePending } from './stored-pending.ts'
import { initialVerifyState, type VerifyState } from './verify-state.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

const awaited: VerifyState = {
  stage: 'code',
  contact: 'CLN-7',
  choiceId: null,
  challenges: [{ rawId: 'x', askedAt: 0 }],
}

it('a code that is awaited survives a reload for as long as it can be right', () => {
  storePending(awaited)
  expect(readPending(179_000)).toEqual(awaited)
  expect(hasPendingCode()).toBe(true)
  expect(readPending(180_000)).toEqual(initialVerifyState)
  expect(hasPendingCode()).toBe(false)
})

it('a finished verification leaves nothing behind', () => {
  storePending(awaited)
  storePending(initialVerifyState)
  expect(stored.size).toBe(0)
})

it.each(['{', 'null', '{"stage":"code","contact":"CLN-7","choiceId":null,"challenges":[]}'])(
  'an invalid stored verification counts as none: %s',
  (text) => {
    stored.set(PENDING_CODE_KEY, text)
    expect(readPending(0)).toEqual(initialVerifyState)
  },
)
