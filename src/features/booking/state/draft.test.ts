import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setTabletMark } from '../../../device/tablet/mark.ts'
import { initialState, reduceBooking } from './booking-state.ts'
import { readDraft } from './draft.ts'
import { ngozi } from './patient.fixture.ts'
import { verified } from './patient-form.ts'
import {
  clearDraft,
  DRAFT_KEY,
  hasStoredBooking,
  hasStoredDraft,
  ofDevice,
  saveDraft,
} from './stored-draft.ts'

const HOUR_MS = 3_600_000
const stored = new Map<string, string>()
const inTab = new Map<string, string>()
const storageOf = (texts: Map<string, string>) => ({
  getItem: (key: string) => texts.get(key) ?? null,
  setItem: (key: string, value: string) => void texts.set(key, value),
  removeItem: (key: string) => void texts.delete(key),
})

beforeEach(() => {
  stored.clear()
  inTab.clear()
  vi.stubGlobal('localStorage', storageOf(stored))
  vi.stubGlobal('sessionStorage', storageOf(inTab))
})

const state = { ...initialState('fct'), step: 3 as const, reached: 4 as const }

describe('a draft', () => {
  it('comes back as it was kept', () => {
    saveDraft(state)
    expect(readDraft(['fct'])).toEqual({
      step: 3,
      reached: 4,
      form: state.form,
      attempt: null,
      patient: null,
      ownerId: null,
    })
  })

  it('that a page of before December 2026 stored before its app was there has what was typed in step 2', () => {
    const form = { firstName: 'Ada', nationality: 'ghana' }
    const early = { savedAt: Date.now(), isEarly: true, step: 2, reached: 2, form }
    stored.set(DRAFT_KEY, JSON.stringify(early))
    expect(readDraft(['fct'])).toEqual({
      step: 2,
      reached: 2,
      form: { ...initialState().form, ...form },
      attempt: null,
      patient: null,
      ownerId: null,
    })
    stored.set(DRAFT_KEY, JSON.stringify({ ...early, isEarly: false }))
    expect(readDraft(['fct'])).toBeNull()
  })

  it.each([
    { hours: 23.9, kept: true },
    { hours: 24, kept: false },
    { hours: -1, kept: false },
  ])('of $hours hours ago is kept: $kept', ({ hours, kept }) => {
    saveDraft(state)
    expect(hasStoredDraft(ofDevice, Date.now() + hours * HOUR_MS)).toBe(kept)
    expect(stored.has(DRAFT_KEY)).toBe(kept)
  })

  it('that is only looked at again does not live longer; one that is changed does', () => {
    const start = Date.now()
    const isKept = (hours: number) => hasStoredDraft(ofDevice, start + hours * HOUR_MS)
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

describe("a verified patient's draft", () => {
  const booking = reduceBooking(state, verified(ngozi))

  it('is in the tab alone, in the place of the one that was typed as a visitor', () => {
    saveDraft(state)
    saveDraft(booking)
    expect(stored.size).toBe(0)
    expect(readDraft(['fct'])).toMatchObject({ patient: ngozi, form: { firstName: 'ngozi' } })
  })

  it('stays in the tab when the verification has ended', () => {
    saveDraft(reduceBooking(booking, { type: 'ended' }))
    expect(stored.size).toBe(0)
    expect(readDraft(['fct'])).toMatchObject({ patient: null, ownerId: ngozi.id, form: { firstName: '' } })
  })

  it('counts before one on the device, and is gone once cleared', () => {
    saveDraft(booking)
    stored.set(DRAFT_KEY, JSON.stringify({ savedAt: Date.now(), ...state }))
    expect(readDraft(['fct'])?.ownerId).toBe(ngozi.id)
    clearDraft()
    expect(hasStoredBooking()).toBe(false)
  })
})

it('a draft is not stored on a reception tablet, and an earlier one is deleted', () => {
  saveDraft(state)
  setTabletMark('set_up')
  saveDraft({ ...state, step: 4 })
  expect(hasStoredBooking()).toBe(false)
  expect([...stored.keys()]).not.toContain(DRAFT_KEY)
})

it('a draft from before the browser became a tablet is deleted at the next load, on any page', () => {
  saveDraft(state)
  setTabletMark('set_up')
  expect(hasStoredBooking()).toBe(false)
  expect([...stored.keys()]).not.toContain(DRAFT_KEY)
})

it('a draft is not needed where the browser refuses storage', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const refused = { getItem: refuse, setItem: refuse, removeItem: refuse }
  vi.stubGlobal('localStorage', refused)
  vi.stubGlobal('sessionStorage', refused)
  saveDraft(state)
  clearDraft()
  expect(readDraft(['fct'])).toBeNull()
})
