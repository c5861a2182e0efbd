import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Appointment, AppointmentDetails } from '../../../../contract/appointments.ts'
import { type AppointmentFilter, appointmentQueries } from '../../../api/appointments-list.ts'
import { knowClinic } from '../../../clinic.fixture.ts'
import { forgetSessionAtom, keepSessionAtom } from '../../../session/session-atoms.ts'
import { signedInAs } from '../../../session/signed-in.fixture.ts'
import { store } from '../../../store.ts'
import { AppointmentChanges, type Outcome } from './changes.ts'

knowClinic()

const OPEN: Appointment = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  reference: 'K7M3QX2A',
  appointment_date: '2030-03-04T10:30:00+01:00',
  end: '2030-03-04T11:00:00+01:00',
  duration: 30,
  isOpen: true,
  status: 'open',
  version: 4,
  blocked: false,
  visit: null,
  visitTimes: {},
  patientConfirmedAt: null,
  channel: 'web',
  moved: 0,
  waiting: null,
  marks: [],
  serviceId: 'other',
  serviceText: 'Other',
  description: '',
  doctor: { id: 'ibe', name: 'Dr. Ibe' },
  user: {
    location: 'fct',
    surname: 'Ada',
    other_names: 'Obi',
    address: '',
    email: 'a@example.com',
    phone_number: '',
  },
}
const confirmed = (version: number): Appointment => ({ ...OPEN, isOpen: false, status: 'confirmed', version })
const cancelled = (version: number): Appointment => ({ ...OPEN, isOpen: false, status: 'cancelled', version })
const open = (version: number): Appointment => ({ ...OPEN, version })
const another: Appointment = { ...OPEN, id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }
const detailed = (row: Appointment): AppointmentDetails => ({
  ...row,
  doctorChosen: false,
  cancelReason: null,
  patient: {
    age: 30,
    gender: null,
    nationality: null,
    guardian: '',
    noShows: 0,
    visits: 0,
    lastVisit: null,
    note: null,
  },
  history: [],
  messages: [],
  recallMonths: null,
  waitingId: null,
})

const everything: AppointmentFilter = { location: 'all', status: '', cancelled: false, search: null }
const list = appointmentQueries.list('ada', { ...everything, page: 1 })
const day = appointmentQueries.day('ada', { location: 'fct', day: '2030-03-04' })
const details = appointmentQueries.details('ada', OPEN.id)
const ASKED_AT = 1_000

let sent: { version: unknown; body: unknown }[]
/** The idempotency keys of the calls that had one. */
let keys: string[]
let answers: ((response: Response | Error) => void)[]
let client: QueryClient
let changes: AppointmentChanges
let outcomes: Outcome[]
/** Number of times that the page was told that the outcome before is over. */
let cleared: number

beforeEach(() => {
  sent = []
  keys = []
  answers = []
  outcomes = []
  cleared = 0
  store.set(keepSessionAtom, signedInAs('ada'))
  vi.stubGlobal('window', { location: { pathname: '/dashboard', search: '' } })
  vi.stubGlobal('fetch', (_address: string, { method, headers, body }: RequestInit) => {
    if (method === 'PATCH') {
      sent.push({ version: new Headers(headers).get('if-match'), body: JSON.parse(String(body)) })
      const key = new Headers(headers).get('idempotency-key')
      if (key !== null) keys.push(key)
    }
    return new Promise((resolve, reject) => {
      answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))
    })
  })
  client = new QueryClient()
  changes = new AppointmentChanges(client, (outcome) => {
    if (outcome === null) cleared += 1
    else outcomes.push(outcome)
  })
  const paging = { page: 1, limit: 10, total: 2, totalPages: 1 }
  const updatedAt = ASKED_AT
  client.setQueryData(list.queryKey, { success: true, data: [another, OPEN], paging }, { updatedAt })
  client.setQueryData(day.queryKey, { data: [OPEN] }, { updatedAt })
  client.setQueryData(details.queryKey, detailed(OPEN), { updatedAt })
})

const ok = (data: unknown) => new Response(JSON.stringify({ success: true, data }))
const refusal = (status: number, more: object) =>
  new Response(JSON.stringify({ success: false, message: 'No.', ...more }), { status })
const noAnswer = new TypeError('Failed to fetch')
async function answer(with_: Response | Error) {
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0))
  answers.shift()?.(with_)
}
const shown = () => [
  client.getQueryData(list.queryKey)?.data[1],
  client.getQueryData(day.queryKey)?.data[0],
  client.getQueryData(details.queryKey),
]
const expectShown = (row: Partial<Appointment>) => {
  for (const each of shown()) expect(each).toMatchObject(row)
}

describe('moving', () => {
  const to = { location: 'fct', day: '2030-03-04', time: '11:30', minutes: 30, doctor: OPEN.doctor }
  const moved: Appointment = {
    ...OPEN,
    appointment_date: '2030-03-04T11:30:00+01:00',
    end: '2030-03-04T12:00:00+01:00',
    version: 5,
  }

  it('asks for the time and the doctor of the column, and for what else differs', async () => {
    const longer = changes.set(OPEN, { kind: 'move', to: { ...to, minutes: 45, location: 'lag' } })
    await answer(refusal(503, {}))
    await longer
    const there = changes.set(OPEN, { kind: 'move', to })
    await answer(ok(moved))
    await there
    const move = { appointment_date: '2030-03-04', start_time: '11:30', doctor: 'ibe' }
    expect(sent.map(({ body }) => body)).toEqual([
      { move: { ...move, duration: 45, location: 'lag' } },
      { move },
    ])
  })

  it('keeps its key until it is answered, and no longer', async () => {
    for (const response of [noAnswer, noAnswer, ok(moved)]) {
      const done = changes.set(OPEN, { kind: 'move', to })
      await answer(response)
      await done
    }
    const back = changes.set(moved, { kind: 'move', to: { ...to, time: '10:30' } })
    await answer(ok({ ...OPEN, version: 6 }))
    await back
    const [first, second, third, fourth] = keys
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
  })
})

describe('confirming', () => {
  it('shows at once wherever the appointment does, and nowhere else', () => {
    void changes.setOpen(OPEN, false)
    expectShown({ isOpen: false, status: 'confirmed' })
    expect(client.getQueryData(list.queryKey)?.data[0]).toEqual(another)
    expect(client.getQueryData(details.queryKey)?.patient.age).toBe(30)
  })

  it('leaves alone what is known to be newer', () => {
    client.setQueryData(list.queryKey, (page) => page && { ...page, data: [another, cancelled(9)] })
    void changes.setOpen(OPEN, false)
    expect(client.getQueryData(list.queryKey)?.data[1]).toEqual(cancelled(9))
    expect(client.getQueryData(day.queryKey)?.data[0]).toMatchObject({ status: 'confirmed' })
  })

  it('asks for it with the version that was read, and shows what the answer says', async () => {
    const done = changes.setOpen(OPEN, false)
    await answer(ok({ ...confirmed(5), blocked: true }))
    await done
    expect(sent).toEqual([{ version: '"4"', body: { isOpen: false } }])
    expectShown({ version: 5, status: 'confirmed', blocked: true })
    expect(outcomes).toEqual([
      {
        kind: 'done',
        row: expect.anything(),
        before: OPEN,
        wish: { kind: 'open', isOpen: false },
        isUndo: false,
      },
    ])
    expect(outcomes[0]?.row.version).toBe(5)
  })

  it('has everything asked for anew, and makes no answer look newer than it is', async () => {
    const done = changes.setOpen(OPEN, false)
    expect(client.getQueryState(list.queryKey)?.dataUpdatedAt).toBe(ASKED_AT)
    await answer(ok(confirmed(5)))
    await done
    for (const { queryKey } of [list, day, details]) {
      expect(client.getQueryState(queryKey)).toMatchObject({ isInvalidated: true, dataUpdatedAt: ASKED_AT })
    }
  })
})

describe('a change that fails', () => {
  it.each([
    { why: 'the server has a fault', with_: refusal(500, {}) },
    { why: 'the appointment is not there', with_: refusal(404, { code: 'not_found' }) },
    { why: 'no answer comes', with_: noAnswer },
  ])('goes back when $why', async ({ with_ }) => {
    const done = changes.setOpen(OPEN, false)
    await answer(with_)
    await done
    expectShown(OPEN)
    expect(outcomes).toMatchObject([{ kind: 'failed', wish: { isOpen: false }, row: OPEN }])
    expect(client.getQueryState(list.queryKey)?.isInvalidated).toBe(true)
  })

  it.each([
    { code: 'stale_version', now: open(6) },
    { code: 'already_cancelled', now: cancelled(5) },
  ])('shows what is true when somebody else was faster: $now.status, $code', async ({ code, now }) => {
    const done = changes.setOpen(OPEN, false)
    await answer(refusal(409, { code, data: now }))
    await done
    expectShown(now)
    expect(outcomes).toMatchObject([{ kind: 'overtaken', row: now }])
  })

  it('is done, without a complaint, when somebody else has done the same', async () => {
    const now = confirmed(7)
    const done = changes.setOpen(OPEN, false)
    await answer(refusal(409, { code: 'stale_version', data: now }))
    await done
    expectShown(now)
    expect(outcomes).toMatchObject([{ kind: 'done', row: now }])
  })

  it('does not take back what somebody else has done in the meantime', async () => {
    const done = changes.setOpen(OPEN, false)
    const refetch = client.fetchQuery({ ...details, staleTime: 0 })
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.(ok(detailed(cancelled(9))))
    await refetch
    answers[0]?.(noAnswer)
    await done
    expectShown({ status: 'cancelled', version: 9 })
  })

  it('is nobody else’s matter: after the sign-out nothing is reported', async () => {
    const done = changes.setOpen(OPEN, false)
    store.set(forgetSessionAtom)
    await answer(noAnswer)
    await done
    expect(outcomes).toEqual([])
  })
})

it('pressing a row that was drawn before the last change was answered goes by that answer', async () => {
  const confirming = changes.setOpen(OPEN, false)
  await answer(ok(confirmed(5)))
  await confirming
  const reopening = changes.setOpen({ ...OPEN, isOpen: false, status: 'confirmed' }, true)
  await answer(ok(open(6)))
  await reopening
  expect(sent.map(({ version }) => version)).toEqual(['"4"', '"5"'])
  expect(outcomes.at(-1)).toMatchObject({ kind: 'done', row: open(6) })
})

describe('pressing again while a change is under way', () => {
  it('sends one change for the same wish twice', async () => {
    const done = changes.setOpen(OPEN, false)
    void changes.setOpen(confirmed(4), false)
    await answer(ok(confirmed(5)))
    await done
    expect(sent).toHaveLength(1)
    expect(outcomes).toHaveLength(1)
  })

  it('sends the opposite after it, with the version of its answer', async () => {
    const done = changes.setOpen(OPEN, false)
    void changes.setOpen(confirmed(4), true, { isUndo: true })
    expectShown({ isOpen: true })
    expect(sent).toHaveLength(1)
    await answer(ok(confirmed(5)))
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    expectShown({ isOpen: true })
    await answer(ok(open(6)))
    await done
    expect(sent.map(({ version }) => version)).toEqual(['"4"', '"5"'])
    expect(sent[1]?.body).toEqual({ isOpen: true })
    expectShown({ isOpen: true, version: 6 })
    expect(outcomes).toMatchObject([{ kind: 'done', isUndo: true, row: { version: 6 } }])
  })

  it('ends the outcome before it as soon as it is asked for: its Undo would meet this one on the way', async () => {
    const done = changes.setOpen(OPEN, false)
    await answer(ok(confirmed(5)))
    await done
    const before = cleared
    const again = changes.set(confirmed(5), { kind: 'visit', visit: 'arrived' })
    expect(cleared).toBe(before + 1)
    await answer(ok({ ...confirmed(6), visit: 'arrived' }))
    await again
    const undone = changes.set(confirmed(6), { kind: 'open', isOpen: true }, { isUndo: true })
    expect(cleared).toBe(before + 1)
    await answer(ok(open(7)))
    await undone
  })

  it('sends nothing more for a wish that is the first one again', async () => {
    const done = changes.setOpen(OPEN, false)
    void changes.setOpen(confirmed(4), true)
    void changes.setOpen(OPEN, false)
    await answer(ok(confirmed(5)))
    await done
    expect(sent).toHaveLength(1)
    expectShown({ status: 'confirmed', version: 5 })
  })

  it('drops the opposite of what has failed', async () => {
    const done = changes.setOpen(OPEN, false)
    void changes.setOpen(confirmed(4), true)
    await answer(noAnswer)
    await done
    expect(sent).toHaveLength(1)
    expectShown(OPEN)
  })

  it('does not undo what somebody else did after it', async () => {
    const done = changes.setOpen(OPEN, false)
    const refetch = client.fetchQuery({ ...details, staleTime: 0 })
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.(ok(detailed(open(6))))
    await refetch
    answers[0]?.(ok(confirmed(5)))
    await done
    expect(sent).toHaveLength(1)
    expectShown({ status: 'open', version: 6 })
  })
})

it('a row shows the own last change and is fetched again when an older answer arrives after it', async () => {
  const { data, paging } = client.getQueryData(list.queryKey)!
  const prefetched = client.prefetchQuery({ ...list, staleTime: 0, retry: false })
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  const [late] = answers.splice(0)
  const done = changes.setOpen(OPEN, false)
  await answer(ok(confirmed(5)))
  await done
  late?.(new Response(JSON.stringify({ success: true, data, paging })))
  await prefetched
  expect(client.getQueryData(list.queryKey)?.data).toEqual([another, confirmed(5)])
  expect(client.getQueryState(list.queryKey)?.isInvalidated).toBe(true)
})

it('a row keeps its pending change on screen when an older answer arrives', async () => {
  const done = changes.setOpen(OPEN, false)
  const refetch = client.fetchQuery({ ...list, staleTime: 0 })
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  const { paging } = client.getQueryData(list.queryKey) ?? {}
  answers[1]?.(new Response(JSON.stringify({ success: true, data: [another, OPEN], paging })))
  await refetch
  expectShown({ status: 'confirmed', isOpen: false })
  answers[0]?.(noAnswer)
  await done
  expectShown(OPEN)
})

describe('cancelling', () => {
  it('tells the reason and the version, and shows it', async () => {
    const done = changes.cancel(OPEN, 'Dr. Ibe is ill.')
    expectShown(OPEN)
    await answer(ok(cancelled(5)))
    expect(await done).toEqual(cancelled(5))
    expect(sent).toEqual([{ version: '"4"', body: { status: 'cancelled', reason: 'Dr. Ibe is ill.' } }])
    expectShown(cancelled(5))
  })

  it('waits for what is under way, and goes by its answer', async () => {
    void changes.setOpen(OPEN, false)
    const done = changes.cancel(OPEN, '')
    expect(sent).toHaveLength(1)
    await answer(ok(confirmed(5)))
    await answer(ok(cancelled(6)))
    await done
    expect(sent[1]).toEqual({ version: '"5"', body: { status: 'cancelled', reason: '' } })
  })

  it('of a row that was asked about before the last own change was answered, cancels what that has made of it', async () => {
    const confirming = changes.setOpen(OPEN, false)
    const asked = client.getQueryData(day.queryKey)?.data[0] ?? OPEN
    await answer(ok(confirmed(5)))
    await confirming
    const done = changes.cancel(asked, '')
    await answer(ok(cancelled(6)))
    await done
    expect(sent.map(({ version }) => version)).toEqual(['"4"', '"5"'])
  })

  it('never by a version that only somebody else has made', async () => {
    const confirming = changes.setOpen(OPEN, false)
    await answer(ok(confirmed(5)))
    await confirming
    client.setQueryData(day.queryKey, { data: [open(6)] })
    const cancelling = changes.cancel(OPEN, '')
    await answer(refusal(409, { code: 'stale_version', data: open(6) }))
    await expect(cancelling).rejects.toThrow()
    expect(sent[1]?.version).toBe('"5"')
    store.set(forgetSessionAtom)
    store.set(keepSessionAtom, signedInAs('chidi'))
    void changes.setOpen(OPEN, false)
    expect(sent[2]?.version).toBe('"4"')
  })

  it('ends the outcome before it, whose undoing would look like that of the cancelling', async () => {
    const confirming = changes.setOpen(OPEN, false)
    await answer(ok(confirmed(5)))
    await confirming
    expect(outcomes.at(-1)).toMatchObject({ kind: 'done', row: confirmed(5) })
    const before = cleared
    const done = changes.cancel(another, '')
    await answer(ok({ ...cancelled(5), id: another.id }))
    await done
    expect(cleared).toBe(before + 1)
  })

  it.each([
    {
      what: 'shows what is true when it came too late',
      with_: refusal(409, { data: confirmed(5) }),
      is: confirmed(5),
    },
    { what: 'leaves things as they are when no answer comes', with_: noAnswer, is: OPEN },
  ])('$what, and asks for everything anew', async ({ with_, is }) => {
    const done = changes.cancel(OPEN, '')
    await answer(with_)
    await expect(done).rejects.toThrow()
    expectShown(is)
    expect(client.getQueryState(list.queryKey)?.isInvalidated).toBe(true)
  })
})
