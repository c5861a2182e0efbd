import { beforeEach, describe, expect, it, vi } from 'vitest'
import { initialState } from './booking-state.ts'
import { clearDraft, readDraft, saveDraft } from './draft.ts'
import { DRAFT_KEY, hasStoredDraft } from './stored-draft.ts'

const HOUR_MS = 3_600_000
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

const state = { ...initialState(['fct']), step: 3 as const, reached: 4 as const }

describe('a draft', () => {
  it('comes back as it was kept', () => {
    saveDraft(state)
    expect(readDraft(['fct'])).toEqual({ step: 3, reached: 4, form: state.form, attempt: null })
  })

  it.each([
    { hours: 23.9, kept: true },
    { hours: 24, kept: false },
    { hours: -1, kept: false },
  ])('of $hours hours ago is kept: $kept', ({ hours, kept }) => {
    saveDraft(state)
    expect(hasStoredDraft(Date.now() + hours * HOUR_MS)).toBe(kept)
    expect(stored.has(DRAFT_KEY)).toBe(kept)
  })

  it('that is only looked at again does not live longer; one that is changed does', () => {
    const start = Date.now()
    const isKept = (hours: number) => hasStoredDraft(start + hours * HOUR_MS)
    saveDraft(state, start)
    const restored = readDraft(['fct'])
    if (!restored) throw new Error('The draft was not kept.')
    saveDraft({ ...restored, form: { ...restored.form } }, start + 10 * HOUR_MS)
    saveDraft({ ...restored, form: { ...restored.form, age: '34' } }, start + 20 * HOUR_MS)
    expect(isKept(43)).toBe(true)
    saveDraft({ ...restored, form: { ...restored.form, age: '34' } }, start + 43 * HOUR_MS)
    expect(isKept(45)).toBe(false)
  })

  it.each([
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['another shape', JSON.stringify({ savedAt: Date.now(), step: 7, form: {} })],
  ])('that is %s counts as none, and makes room for one', (_, text) => {
    stored.set(DRAFT_KEY, text)
    expect(readDraft(['fct'])).toBeNull()
    saveDraft(state)
    expect(readDraft(['fct'])).not.toBeNull()
  })

  it('for a location that is not offered any more counts as none', () => {
    saveDraft(state)
    expect(readDraft(['lag'])).toBeNull()
  })

  it('is gone once cleared', () => {
    saveDraft(state)
    clearDraft()
    expect(readDraft(['fct'])).toBeNull()
  })
})

it('does without where the browser refuses its storage', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  saveDraft(state)
  clearDraft()
  expect(readDraft(['fct'])).toBeNull()
})
