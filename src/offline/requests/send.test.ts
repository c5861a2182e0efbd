import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedInAs } from '../../session/signed-in.fixture.ts'

const SAID = {
  by: { id: '0199aaaa-0000-4000-8000-00000000000a', name: 'Dr. Ada Obi' },
  name: 'Ngozi Eze',
  phone: '0803 555 0101',
  body: {
    location: 'fct',
    appointment_date: '2030-03-05',
    start_time: '10:00',
    channel: 'phone' as const,
    patient: { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: '0803 555 0101' },
  },
}
const ROW = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  reference: 'ACDE3467',
  appointment_date: '2030-03-05T10:00:00+01:00',
  isOpen: false,
  status: 'confirmed',
  version: 1,
  blocked: false,
  serviceText: 'Consultation',
  description: '',
  doctor: { id: 'fct-musa', name: 'Dr. Ibrahim Musa' },
  user: {
    location: 'fct',
    surname: 'Ngozi',
    other_names: 'Eze',
    address: '',
    email: '',
    phone_number: '',
  },
}
const NEAREST = {
  appointment_date: '2030-03-05',
  start_time: '10:30',
  doctor: { id: 'fct-musa', name: 'Musa' },
}
const answer = (status: number, body: object) => () => new Response(JSON.stringify(body), { status })
const BOOKED = answer(201, { success: true, data: ROW })
const TAKEN = answer(409, {
  success: false,
  code: 'slot_taken',
  message: 'taken',
  data: { nearest: [NEAREST], takenBy: [] },
})
const SAME = answer(409, {
  success: false,
  code: 'same_person_same_time',
  message: 'same',
  data: { samePerson: [ROW] },
})
const WRONG = answer(400, {
  success: false,
  code: 'invalid',
  message: 'wrong',
  errors: { phoneNumber: 'wrong' },
})
const AWAY = () => {
  throw new TypeError('Failed to fetch')
}

let asked: typeof import('./requests.ts')
let sending: typeof import('./send.ts')
/** Bodies that the server got. */
let sent: { key: string; body: Record<string, unknown> }[]

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  const kept = () => {
    const map = new Map<string, string>()
    return {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, text: string) => void map.set(key, text),
      removeItem: (key: string) => void map.delete(key),
    }
  }
  vi.stubGlobal('localStorage', kept())
  vi.stubGlobal('sessionStorage', kept())
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('window', { location: { pathname: '/dashboard', search: '' } })
  vi.resetModules()
  const { store } = await import('../../store.ts')
  const { keepSessionAtom } = await import('../../session/session-atoms.ts')
  const { takeSessionKey } = await import('../session-key.ts')
  asked = await import('./requests.ts')
  sending = await import('./send.ts')
  store.set(keepSessionAtom, signedInAs('eze'))
  await takeSessionKey(null)
  sent = []
})
afterEach(() => vi.unstubAllGlobals())

/** The server answers so, in turn. */
function serverSays(...answers: (() => Response)[]) {
  vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit) => {
    sent.push({
      key: new Headers(headers).get('idempotency-key') ?? '',
      body: JSON.parse(String(body)),
    })
    return answers[Math.min(sent.length, answers.length) - 1]!()
  })
}
const all = async () => (await asked.readRequests()).requests
async function saved() {
  await asked.saveRequest(SAID)
  const request = (await all()).at(-1)
  if (!request) throw new Error('Nothing is saved.')
  return request
}

describe('an offline request that is sent', () => {
  it('is booked under its own key, with the name of who saved it, and is then deleted', async () => {
    serverSays(BOOKED)
    const request = await saved()
    expect(await sending.sendRequest(request)).toMatchObject({ kind: 'booked', row: { id: ROW.id } })
    expect(sent).toEqual([{ key: request.key, body: { ...SAID.body, notedBy: SAID.by.id } }])
    expect(await all()).toEqual([])
  })

  it('without an answer is sent again as the same, and is not to be corrected meanwhile', async () => {
    serverSays(AWAY, answer(503, { success: false, message: 'away' }), BOOKED)
    const request = await saved()
    expect(await sending.sendRequest(request)).toMatchObject({ kind: 'unanswered' })
    const [tried] = await all()
    expect(tried?.triedAt).not.toBeNull()
    expect(await sending.sendRequest(tried!)).toMatchObject({ kind: 'unanswered' })
    const [again] = await all()
    expect(again?.triedAt).toBe(tried?.triedAt)
    expect(await sending.sendRequest(again!)).toMatchObject({ kind: 'booked' })
    expect(new Set(sent.map(({ key, body }) => key + JSON.stringify(body))).size).toBe(1)
  })

  it.each([
    ['of a time that is taken', TAKEN, { kind: 'conflict', conflict: { conflict: { nearest: [NEAREST] } } }],
    ['of somebody who is there already', SAME, { kind: 'conflict', conflict: { asks: 'same_person' } }],
    ['that is wrong', WRONG, { kind: 'refused', error: { status: 400 } }],
  ])('%s stays, and may be corrected', async (_, says, outcome) => {
    serverSays(says)
    expect(await sending.sendRequest(await saved())).toMatchObject(outcome)
    expect(await all()).toMatchObject([{ name: 'Ngozi Eze', triedAt: null }])
  })

  it('and refused after an earlier try without an answer may still be booked', async () => {
    serverSays(AWAY, WRONG)
    await sending.sendRequest(await saved())
    const [tried] = await all()
    expect(await sending.sendRequest(tried!)).toMatchObject({ kind: 'refused' })
    expect((await all())[0]?.triedAt).not.toBeNull()
  })

  it('at another time is another booking', async () => {
    serverSays(TAKEN, BOOKED)
    const request = await saved()
    await sending.sendRequest(request)
    const [left] = await all()
    const body = { ...left!.body, start_time: '10:30' }
    const corrected = await asked.correctRequest(left!, { body })
    expect(await sending.sendRequest(corrected!)).toMatchObject({ kind: 'booked' })
    expect(sent.map(({ body: { start_time } }) => start_time)).toEqual(['10:00', '10:30'])
    expect(sent[0]?.key).not.toBe(sent[1]?.key)
  })

  it('that another tab has sent is gone', async () => {
    serverSays(BOOKED)
    const request = await saved()
    await sending.sendRequest(request)
    expect(await sending.sendRequest(request)).toEqual({ kind: 'gone' })
    expect(sent).toHaveLength(1)
  })

  it('is not, after 72 hours', async () => {
    serverSays(BOOKED)
    const request = await saved()
    const at = request.at - 73 * 3_600_000
    expect(await sending.sendRequest({ ...request, at })).toEqual({ kind: 'gone' })
    expect(sent).toEqual([])
  })
})

it('several are sent in their order, as far as the line goes', async () => {
  serverSays(TAKEN, BOOKED, AWAY, BOOKED)
  for (let i = 0; i < 4; i++) await saved()
  const became: string[] = []
  const isDone = await sending.sendRequests(await all(), ({ number }, { kind }) =>
    became.push(`${number} ${kind}`),
  )
  expect([isDone, became]).toEqual([false, ['1 conflict', '2 booked', '3 unanswered']])
  expect((await all()).map(({ number }) => number)).toEqual([1, 3, 4])
})
