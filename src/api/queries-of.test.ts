import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callOf, questionOf } from '../../contract/seal.ts'
import { knowClinic } from '../clinic.fixture.ts'
import { setSealKey } from '../device/seal-key.ts'
import { keepSessionAtom } from '../session/session-atoms.ts'
import { signedInAs } from '../session/signed-in.fixture.ts'
import { store } from '../store.ts'
import { appointmentQueries } from './appointments-list.ts'
import { blockerQueries } from './blockers.ts'
import { doctorQueries } from './doctors.ts'
import { notificationQueries } from './notifications.ts'
import { patientQueries, recordsOf } from './patients.ts'
import { queriesOf } from './queries-of.ts'
import { RECORD } from './record.fixture.ts'

knowClinic()

const row = (id: string, at: string, location = 'fct') => ({
  id,
  reference: 'ACDE3467',
  appointment_date: at,
  isOpen: true,
  status: 'open' as const,
  version: 1,
  blocked: false,
  serviceText: 'Tooth Pain',
  description: '',
  doctor: { id: 'fct-musa', name: 'Dr. Ibrahim Musa' },
  user: { location, surname: '', other_names: '', address: '', email: '', phone_number: '' },
})
const ID = '0199aaaa-0000-7000-8000-000000000001'
const ROWS = [row('noon', '2030-03-04T12:00:00+01:00'), row('nine', '2030-03-04T09:00:00+01:00', 'lag')]
const PAGE = { success: true, data: ROWS, paging: { page: 1, limit: 10, total: 2, totalPages: 1 } }
const DETAILS = {
  success: true,
  data: {
    ...row(ID, '2030-03-04T09:00:00+01:00'),
    doctorChosen: true,
    cancelReason: null,
    patient: { age: null, gender: null, nationality: null },
    history: [],
  },
}
const BLOCKERS = { success: true, data: [], paging: { page: 1, limit: 10, total: 0, totalPages: 0 } }
const BELL = { success: true, data: { unread: 0, items: [] } }
const DOCTORS = {
  success: true,
  data: [{ id: 'fct-musa', name: 'Dr. Ibrahim Musa', department: 'General Dentistry' }],
}
const LISTED = { location: 'all', status: '', cancelled: false, search: null, page: 1 } as const

/** Request of the call, by its name in the store. */
let question: string | null
let answer: unknown
beforeEach(() => {
  vi.stubGlobal('window', { location: { pathname: '/dashboard', search: '' } })
  store.set(keepSessionAtom, signedInAs('ada'))
  setSealKey('the key')
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    question = questionOf(String(method), address.slice('/api'.length), body as string | undefined)
    return new Response(JSON.stringify(answer))
  })
})

describe('an answer that was stored fills the same queries as the call that brought it', () => {
  it.each([
    ['a page', appointmentQueries.list('ada', LISTED), PAGE],
    [
      'a filtered page',
      appointmentQueries.list('ada', { ...LISTED, location: 'fct', status: 'pending' }),
      PAGE,
    ],
    [
      'a page with cancelled ones',
      appointmentQueries.list('ada', { ...LISTED, cancelled: true, page: 7 }),
      PAGE,
    ],
    [
      "a doctor's page of some days",
      appointmentQueries.list('ada', {
        ...LISTED,
        from: '2030-03-04',
        to: '2030-03-05',
        doctor: 'fct-musa',
        visit: 'arrived',
      }),
      PAGE,
    ],
    ['a day', appointmentQueries.day('ada', { location: 'all', day: '2030-03-04' }), PAGE],
    ['details', appointmentQueries.details('ada', ID), DETAILS],
    ['blockers', blockerQueries.list('ada', { type: '', page: 1 }), BLOCKERS],
    ['blockers of a type', blockerQueries.list('ada', { type: 'One Time', page: 2 }), BLOCKERS],
    ['the bell', notificationQueries.latest('ada'), BELL],
    ['doctors', doctorQueries.list('fct'), DOCTORS],
    ['a record', patientQueries.record('ada', ID), RECORD],
  ])('%s', async (_, options, answered) => {
    answer = answered
    const live = await new QueryClient().fetchQuery(options as never)
    if (!question) throw new Error('The answer is not stored.')
    const call = callOf(question)
    const queries = [...queriesOf('ada', call, answered), ...recordsOf('ada', call, answered)]
    expect(queries.find(({ queryKey }) => String(queryKey) === String(options.queryKey))?.data).toEqual(live)
  })
})

it('a range of all locations fills each day of all and of each location', () => {
  const asked = callOf('POST /appointments/all?all=1&from=2030-03-04&to=2030-03-05')
  const found = new Map(
    queriesOf('ada', asked, PAGE).map(({ queryKey, data }) => [queryKey.slice(3).join(' '), data]),
  )
  const ids = (day: string) =>
    (found.get(`ada ${day}`) as { data: { id: string }[] }).data.map(({ id }) => id)
  expect([ids('all 2030-03-04'), ids('fct 2030-03-04'), ids('lag 2030-03-04')]).toEqual([
    ['nine', 'noon'],
    ['noon'],
    ['nine'],
  ])
  expect([ids('all 2030-03-05'), found.size > 4]).toEqual([[], true])
})

it.each([
  ['an answer of another shape', 'GET /blockers?limit=10&page=1', { success: true, data: [{}] }],
  ['an answer that says nothing', 'GET /notifications', null],
  ['a question that is not known', 'GET /patients', PAGE],
  ['details without an appointment', `GET /appointments/${ID}`, PAGE],
  ['a record of another shape', `GET /patients/${ID}`, PAGE],
  ['a record under the question for a visit', `GET /appointments/${ID}`, RECORD],
])('an answer %s fills no query', (_, asked, answered) => {
  expect(queriesOf('ada', callOf(asked), answered)).toEqual([])
  expect(recordsOf('ada', callOf(asked), answered)).toEqual([])
})
