import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PatientResult } from '../../../contract/patients.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { meaningOf } from './search.ts'

/* Monday 4 March 2030, 07:00 in the clinic. */

let clinic: Awaited<ReturnType<typeof startClinic>>
let bearers: Record<'admin' | 'abuja' | 'lagos' | 'musa', Record<string, string>>
let zainab: string
beforeAll(async () => {
  clinic = await startClinic()
  const { pool } = clinic.database
  const as = async (username: string, more: object) => (await clinic.signedIn({ username, ...more })).bearer
  bearers = {
    admin: await as('boss', {}),
    abuja: await as('abuja', { type: 'reception', locations: ['fct'] }),
    lagos: await as('lagos', { type: 'reception', locations: ['lag'] }),
    musa: await as('musa', { type: 'doctor', locations: ['fct'], doctorId: 'fct-musa' }),
  }
  zainab = (
    await storeRegistered(pool, {
      clinicId: 'PF/2101',
      rawId: 'PF/2101',
      title: 'mrs',
      firstName: 'zainab',
      lastName: 'bello-sani',
      birthDate: '1985-03-21',
      email: 'bello@example.com',
      phone: '+2348030000201',
    })
  ).id
  const visitor = { surname: 'Adébáyọ̀', other_names: 'Obi', email: 'obi@example.com' }
  await clinic.book({ ...visitor, phone_number: '0803 000 0345', doctor_id: 'fct-musa' })
  await clinic.book({
    ...visitor,
    phone_number: '0803 000 0345',
    start_time: '11:00',
    doctor_id: 'fct-okafor',
  })
  await clinic.book({ ...visitor, surname: 'Adaeze', phone_number: '0803 000 0999', location: 'lag' })
})
afterAll(() => clinic[Symbol.asyncDispose]())

async function found(search: string, by: keyof typeof bearers = 'admin', day?: string) {
  const { status, body } = await clinic.call('POST', '/api/patients/search', { search, day }, bearers[by])
  expect(status).toBe(200)
  return body.data as PatientResult[]
}
const names = async (search: string, by?: keyof typeof bearers) =>
  (await found(search, by)).map(({ name }) => name)

describe('a search for patients', () => {
  it.each([
    ['zai'],
    ['SANI zain'],
    ['bello'],
    ['Bello-S'],
    ['pf/2101'],
    ['BELLO@example.com'],
    ['bello@ex'],
    ['0803 000 0201'],
    ['+234 803-000-0201'],
    ['30000201'],
    ['Zainab 0803 000 0201'],
    ['Bello-Sani +234 (0)803 000 0201'],
    ['\u202a+234 803 000 0201\u202c'],
    ['0803–000–0201'],
    ['０８０３ 000 0201'],
    ['Tel.: 0803/000 0201'],
    ['<bello@example.com>'],
    ['Zainab Bello (0803 000 0201)'],
    ['Bello–Sani'],
    ['Zainab Bello 21/03/1985'],
  ])('by %j finds a registered patient', async (search) => {
    expect(await names(search)).toEqual(['Mrs Zainab Bello-Sani (PF/2101)'])
  })

  it('distinguishes them by little: year of birth, two digits, last and next appointment', async () => {
    expect(await found('zainab')).toEqual([
      {
        id: zainab,
        name: 'Mrs Zainab Bello-Sani (PF/2101)',
        registered: true,
        yearOfBirth: 1985,
        phoneEnd: '01',
        lastVisit: null,
        nextVisit: null,
        today: null,
        noShows: 0,
        onDay: [],
      },
    ])
  })

  it('finds earlier visitors without accents, equal ones once, with the next appointment', async () => {
    expect(await found('adebayo')).toMatchObject([
      { name: 'Adébáyọ̀ Obi', registered: false, phoneEnd: '45', nextVisit: '2030-03-05T10:00:00+01:00' },
    ])
    expect((await names('ad')).sort()).toEqual(['Adaeze Obi', 'Adébáyọ̀ Obi'])
    expect(await names('obi adae')).toEqual(['Adaeze Obi'])
  })

  it.each([
    ['2030-03-05', ['2030-03-05T10:00:00+01:00', '2030-03-05T11:00:00+01:00']],
    ['2030-03-06', []],
    [undefined, []],
  ])('lists their appointments on %s, of all merged records', async (day, onDay) => {
    expect(await found('adebayo', 'abuja', day)).toMatchObject([{ onDay }])
  })

  it('refuses an invalid day', async () => {
    const body = { search: 'adebayo', day: '2030-02-30' }
    const answer = await clinic.call('POST', '/api/patients/search', body, bearers.admin)
    expect(answer).toMatchObject({ status: 400, body: { errors: { day: expect.any(String) } } })
  })

  it.each(['xx', "o'; DROP", '&|!():*', "''", '\\\\', '@@', '%%%', '12', 'ebayo'])(
    'for %j finds no one and harms nothing',
    async (search) => expect(await found(search)).toEqual([]),
  )

  it.each(['', 'a', ' a ', 7, null, 'x'.repeat(121)])('for %j is refused', async (search) => {
    const answer = await clinic.call('POST', '/api/patients/search', { search }, bearers.admin)
    expect(answer).toMatchObject({ status: 400, body: { errors: { search: expect.any(String) } } })
  })
})

describe('the reach of a right in a search', () => {
  it('by parts of a name or number covers patients with an appointment at an own location, or in the own column', async () => {
    expect(await names('obi', 'lagos')).toEqual(['Adaeze Obi'])
    expect(await names('obi', 'abuja')).toEqual(['Adébáyọ̀ Obi'])
    expect(await names('0345', 'lagos')).toEqual([])
    expect(await found('obi', 'musa')).toMatchObject([{ nextVisit: '2030-03-05T10:00:00+01:00' }])
    expect(await names('zainab', 'abuja')).toEqual([])
  })

  it.each(['PF/2101', 'bello@example.com', '0803 000 0201'])(
    'by %j as a whole covers everybody',
    async (search) => {
      expect(await names(search, 'lagos')).toEqual(['Mrs Zainab Bello-Sani (PF/2101)'])
    },
  )
})

it('a search is audited once with its count and the patients found, never its text', async () => {
  const entries = async () =>
    (
      await clinic.database.pool.query(
        `SELECT details FROM audit_log WHERE action = 'patients.searched' AND details -> 'patients' ? $1
         ORDER BY id DESC LIMIT 1`,
        [zainab],
      )
    ).rows
  await found('zainab bello sani')
  expect(await entries()).toEqual([{ details: { count: 1, patients: [zainab] } }])
  await found('+2348030000201', 'abuja')
  expect(await entries()).toEqual([{ details: { count: 1, patients: [zainab], exact: [zainab] } }])
})

it('a search text is read in every way it can mean something', () => {
  expect(meaningOf("Ada O'Brien", 'NG')).toMatchObject({
    beginnings: "'ada':* & 'obrien':*",
    words: "'ada' & 'obrien'",
    digits: null,
    phone: null,
  })
  expect(meaningOf('0803 000 0201', 'NG')).toMatchObject({
    beginnings: null,
    phone: '+2348030000201',
    digits: '8030000201',
  })
})

describe('the list of today', () => {
  const today = async (by: keyof typeof bearers) => {
    const { status, body } = await clinic.call('GET', '/api/patients/today', undefined, bearers[by])
    expect(status).toBe(200)
    return body.data as PatientResult[]
  }
  const names = async (by: keyof typeof bearers) => (await today(by)).map(({ name }) => name)

  it('shows today’s patients, the earliest first, as far as the right reaches, each once', async () => {
    const { pool } = clinic.database
    expect(await names('admin')).toEqual([])
    const book = async (more: Parameters<typeof clinic.book>[0]) => {
      const { body } = await clinic.book({ appointment_date: '2030-03-04', ...more })
      return (body.data as { reference: string }).reference
    }
    await book({ surname: 'Ngozi', doctor_id: 'fct-okafor', start_time: '12:00', email: 'n@example.com' })
    const joined = await book({
      surname: 'Zeinab',
      doctor_id: 'fct-musa',
      start_time: '11:00',
      email: 'z@example.com',
    })
    await book({
      surname: 'Lara',
      location: 'lag',
      doctor_id: undefined,
      start_time: '10:00',
      email: 'l@example.com',
    })
    const gone = await book({
      surname: 'Gone',
      doctor_id: 'fct-musa',
      start_time: '13:00',
      email: 'g@example.com',
    })
    await pool.query(`UPDATE appointments SET status = 'cancelled' WHERE reference = $1`, [gone])
    await pool.query(
      `UPDATE patients SET joined_to = $1 WHERE id = (SELECT patient_id FROM appointments WHERE reference = $2)`,
      [zainab, joined],
    )
    expect(await names('admin')).toEqual(['Lara Obi', 'Mrs Zainab Bello-Sani (PF/2101)', 'Ngozi Obi'])
    expect(await names('abuja')).toEqual(['Mrs Zainab Bello-Sani (PF/2101)', 'Ngozi Obi'])
    expect(await names('lagos')).toEqual(['Lara Obi'])
    expect(await today('musa')).toMatchObject([
      { id: zainab, today: '2030-03-04T11:00:00+01:00', nextVisit: '2030-03-04T11:00:00+01:00' },
    ])
    expect(await found('zainab', 'abuja')).toMatchObject([{ today: '2030-03-04T11:00:00+01:00' }])
  })

  it('is audited like the day: one entry with the appointments', async () => {
    await today('musa')
    const { rows } = await clinic.database.pool.query(
      `SELECT details - 'ids' AS question, jsonb_array_length(details -> 'ids') AS seen FROM audit_log
       WHERE action = 'appointments.listed' AND details ->> 'of' = 'patients'
         AND staff_id = (SELECT id FROM staff WHERE username = 'musa')`,
    )
    expect(rows).toEqual([{ question: { of: 'patients', from: '2030-03-04', to: '2030-03-04' }, seen: 1 }])
  })
})
