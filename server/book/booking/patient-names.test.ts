import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AppointmentDetails, AppointmentsPage } from '../../../contract/appointments.ts'
import type { Notifications } from '../../../contract/notifications.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { startPatientSession } from '../../accounts/auth/sessions.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
let bearer: { authorization: string }
beforeAll(async () => {
  clinic = await startClinic()
  const { pool } = clinic.database
  ;({ bearer } = await clinic.signedIn())
  const { id } = await storeRegistered(pool, {
    clinicId: 'ENM-0042',
    rawId: 'pf/0815',
    title: 'dr',
    firstName: 'NGOZI',
    middleName: 'amaka',
    lastName: "o'brien",
    birthDate: '2000-03-05',
  })
  await clinic.book({}, { token: await startPatientSession(pool, id, clinic.clock.now) })
  await clinic.book({ surname: 'ada', other_names: 'OBI', start_time: '11:00' })
})
afterAll(() => clinic[Symbol.asyncDispose]())

const SHOWN = "Dr Ngozi O'Brien Amaka (pf/0815)"
const ask = async <T>(method: string, path: string, body?: unknown) =>
  (await clinic.call(method, `/api${path}`, body, bearer)).body.data as T
const list = (search: string | null = null) =>
  ask<AppointmentsPage['data']>('POST', '/appointments/fct', { search })

it('the list shows a registered patient’s display name, and a visitor’s as it was typed', async () => {
  const [registered, visitor] = await list()
  expect(registered?.user).toMatchObject({
    displayName: SHOWN,
    surname: 'NGOZI',
    other_names: "o'brien amaka",
    email: 'ngozi.eze@example.com',
  })
  expect(visitor?.user).toMatchObject({ surname: 'ada', other_names: 'OBI' })
  expect(visitor?.user).not.toHaveProperty('displayName')
})

it('the details show it too, with today’s age by the birth date', async () => {
  const [registered, visitor] = await list()
  const details = (id = '') => ask<AppointmentDetails>('GET', `/appointments/${id}`)
  expect(await details(registered?.id)).toMatchObject({
    user: { displayName: SHOWN },
    patient: { age: 29, gender: 'female', nationality: 'nigeria' },
  })
  expect(await details(visitor?.id)).toMatchObject({ patient: { age: 34 } })
})

it('the bell and the preview of a blocker show it', async () => {
  const { items } = await ask<Notifications>('GET', '/notifications')
  expect(items.map(({ patientName }) => patientName)).toEqual(['Ada Obi', SHOWN])
  const blocker = new URLSearchParams({
    type: 'One Time',
    startDateTime: '2030-03-05T09:00:00+01:00',
    endDateTime: '2030-03-05T12:00:00+01:00',
  })
  expect(await ask('GET', `/blockers/preview?${blocker}`)).toMatchObject({
    appointments: { first: [{ patientName: SHOWN }, { patientName: 'Ada Obi' }] },
  })
})

it('the exported file has each part of the name in a column', async () => {
  const response = await clinic.app.request(
    '/api/appointments/fct/export',
    { method: 'POST', headers: bearer },
    {},
  )
  const [headings, registered, visitor] = (await response.text()).split('\r\n')
  expect(headings).toContain('First name,Last name,Middle name,Title,Raw ID,Address')
  expect(registered).toContain(",NGOZI,o'brien,amaka,dr,pf/0815,... Abuja,")
  expect(visitor).toContain(',ada,OBI,,,,... Abuja,')
})

it.each([['amaka'], ['enm-0042'], ['Enm-00'], ['ngozi o’brien'], ['O’Brien Amaka']])(
  'a search for %j finds the patient alone',
  async (search) => {
    expect((await list(search)).map(({ user }) => user.displayName)).toEqual([SHOWN])
  },
)

it.each([
  'Obi',
  'Obi 0803 123 4567',
  'ada (0803) 123 4567',
  '0803–123–4567',
  'Tel.: +234 (0)803/123 4567',
  '<ada.obi@example.com>',
])('the list can be searched by %j as it is typed or pasted', async (search) => {
  expect((await list(search)).map(({ user }) => user.surname)).toContain('ada')
})

it('the list can be searched by a reference with any hyphen', async () => {
  const [, visitor] = await list()
  const { reference = '' } = visitor ?? {}
  const typed = `${reference.slice(0, 4).toLowerCase()}\u2011${reference.slice(4)}`
  expect((await list(typed)).map((row) => row.reference)).toEqual([reference])
})
