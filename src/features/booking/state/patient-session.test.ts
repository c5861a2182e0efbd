import { createStore } from 'jotai'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BookingState } from './booking-state.ts'
import { ngozi } from './patient.fixture.ts'
import { DRAFT_KEY } from './stored-draft.ts'

const inTab = new Map<string, string>()
const onDevice = new Map<string, string>()
const storageOf = (texts: Map<string, string>) => ({
  getItem: (key: string) => texts.get(key) ?? null,
  setItem: (key: string, value: string) => void texts.set(key, value),
  removeItem: (key: string) => void texts.delete(key),
})

/** The server's answers, by path; 'away': none. */
let answers: Record<string, { status: number; data?: object } | 'away'>
let asked: string[]
let session: typeof import('./patient-session.ts')
let bookingAtom: typeof import('./booking-atom.ts')['bookingAtom']
let verified: typeof import('./patient-form.ts')['verified']

beforeAll(async () => {
  // What the build bakes in.
  vi.stubGlobal('__ENAMEL__', { portalToken: 'portal', apiBaseUrl: '/api' })
  const { knowClinic } = await import('../../../clinic.fixture.ts')
  knowClinic({ offeredLocations: ['fct'] })
  session = await import('./patient-session.ts')
  bookingAtom = (await import('./booking-atom.ts')).bookingAtom
  verified = (await import('./patient-form.ts')).verified
})

beforeEach(() => {
  inTab.clear()
  onDevice.clear()
  asked = []
  answers = {
    '/token/test': { status: 200, data: { kind: 'patient' } },
    '/patient': { status: 200, data: ngozi },
  }
  vi.stubGlobal('sessionStorage', storageOf(inTab))
  vi.stubGlobal('localStorage', storageOf(onDevice))
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    const path = address.replace('/api', '')
    asked.push(`${path} ${new Headers(headers).get('authorization')}`)
    const answer = answers[path] ?? { status: 404 }
    if (answer === 'away') throw new TypeError('Failed to fetch')
    return Response.json({ success: answer.status === 200, data: answer.data }, { status: answer.status })
  })
})

/** A tab in which a patient was verified and had got to step 3, right after a reload. */
async function reloaded({ token = 'secret' as string | null, draft = true } = {}) {
  const before = createStore()
  before.set(bookingAtom, verified(ngozi))
  before.set(bookingAtom, { type: 'changed', change: { description: 'It hurts.' } })
  before.set(bookingAtom, { type: 'opened', step: 3 })
  const { saveDraft } = await import('./stored-draft.ts')
  if (draft) saveDraft(before.get(bookingAtom))
  if (token) inTab.set('patientToken', token)
  const store = createStore()
  const outcome = await session.restoreBooking(store)
  return { store, outcome, state: store.get(bookingAtom) }
}

describe('over a reload', () => {
  it.each<{
    what: string
    given: Parameters<typeof reloaded>[0]
    answers: typeof answers
    outcome: string
    state: Partial<BookingState>
    token: boolean
  }>([
    {
      what: 'a live token',
      given: {},
      answers: {},
      outcome: 'restored',
      state: { step: 3, patient: ngozi },
      token: true,
    },
    {
      what: 'a patient who has booked all that may be booked meanwhile',
      given: {},
      answers: { '/patient': { status: 200, data: { ...ngozi, openAppointments: 3 } } },
      outcome: 'restored',
      state: { step: 1, reached: 1 },
      token: true,
    },
    {
      what: 'a live token without a draft',
      given: { draft: false },
      answers: {},
      outcome: 'restored',
      state: { step: 2, patient: ngozi },
      token: true,
    },
    {
      what: 'a token that is over',
      given: {},
      answers: { '/token/test': { status: 401 } },
      outcome: 'ended',
      state: { step: 1, patient: null, registered: true },
      token: false,
    },
    {
      what: "a staff member's token",
      given: {},
      answers: { '/token/test': { status: 200, data: { kind: 'staff' } } },
      outcome: 'ended',
      state: { step: 1, patient: null },
      token: false,
    },
    {
      what: 'a patient who is no longer on record',
      given: {},
      answers: { '/patient': { status: 401 } },
      outcome: 'ended',
      state: { step: 1, patient: null },
      token: false,
    },
    {
      what: 'no network',
      given: {},
      answers: { '/token/test': 'away' },
      outcome: 'restored',
      state: { step: 3, patient: ngozi },
      token: true,
    },
    {
      what: 'a server in trouble',
      given: {},
      answers: { '/patient': { status: 503 } },
      outcome: 'restored',
      state: { step: 3, patient: ngozi },
      token: true,
    },
    {
      what: 'no network and no draft',
      given: { draft: false },
      answers: { '/token/test': 'away' },
      outcome: 'unreachable',
      state: { step: 1, patient: null },
      token: true,
    },
    {
      what: 'a draft whose token is gone',
      given: { token: null },
      answers: {},
      outcome: 'ended',
      state: { step: 1, patient: null },
      token: false,
    },
  ])('$what: $outcome', async ({ given, outcome, state, token, ...row }) => {
    Object.assign(answers, row.answers)
    const found = await reloaded(given)
    expect(found.outcome).toBe(outcome)
    expect(found.state).toMatchObject(state)
    expect(inTab.has('patientToken')).toBe(token)
  })

  it('the token is tested as the bearer, then the record is read anew', async () => {
    answers['/patient'] = { status: 200, data: { ...ngozi, phoneNumber: '+2348039999999' } }
    const { state } = await reloaded()
    expect(asked).toEqual(['/token/test Bearer secret', '/patient Bearer secret'])
    expect(state.form).toMatchObject({ phoneNumber: '+2348039999999', description: 'It hurts.' })
  })

  it('what was chosen is kept when the verification has ended, and nothing of the record', async () => {
    answers['/token/test'] = { status: 401 }
    const { state } = await reloaded()
    expect(state.form).toMatchObject({ firstName: '', email: '', description: 'It hurts.' })
    expect(inTab.get(DRAFT_KEY)).toContain('It hurts.')
    expect(inTab.get(DRAFT_KEY)).not.toContain(ngozi.email)
    expect(onDevice.size).toBe(0)
  })

  it("a visitor's draft is not touched by a token that is over", async () => {
    const { saveDraft } = await import('./stored-draft.ts')
    const { initialState } = await import('./booking-state.ts')
    saveDraft({ ...initialState('fct'), step: 2, reached: 2 })
    answers['/token/test'] = { status: 401 }
    const { state } = await reloaded({ draft: false })
    expect(state).toMatchObject({ step: 2, patient: null })
    expect(onDevice.has(DRAFT_KEY)).toBe(true)
  })
})

describe('while the page is open', () => {
  it.each<{ answer: (typeof answers)[string]; ended: boolean }>([
    { answer: { status: 200, data: { kind: 'patient' } }, ended: false },
    { answer: 'away', ended: false },
    { answer: { status: 429 }, ended: false },
    { answer: { status: 403 }, ended: false },
    { answer: { status: 401 }, ended: true },
  ])('$answer ends the verification: $ended', async ({ answer, ended }) => {
    const { store } = await reloaded()
    answers['/token/test'] = answer
    expect(await session.checkVerification(store)).toBe(ended)
    expect(store.get(bookingAtom).patient === null).toBe(ended)
  })

  it('an answer about a token that was replaced meanwhile ends nothing', async () => {
    const { store } = await reloaded()
    answers['/token/test'] = { status: 401 }
    const checked = session.checkVerification(store)
    inTab.set('patientToken', 'newer')
    expect(await checked).toBe(false)
    expect(inTab.get('patientToken')).toBe('newer')
  })

  it('someone else who wants to book finds nothing, and the server forgets the session', async () => {
    const { store } = await reloaded()
    session.leavePatient(store)
    expect(inTab.size).toBe(0)
    expect(asked.at(-1)).toBe('/auth/logout Bearer secret')
    expect(store.get(bookingAtom)).toMatchObject({
      step: 1,
      registered: true,
      ownerId: null,
      form: { email: '' },
    })
  })
})
