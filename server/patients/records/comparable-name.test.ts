import { afterAll, beforeAll, expect, it } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'
import { comparableName } from './comparable-name.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
beforeAll(async () => {
  clinic = await startClinic()
})
afterAll(() => clinic[Symbol.asyncDispose]())

const NAMES = [
  ['Weiß', 'weiss'],
  ['Łukasz', 'lukasz'],
  ['Søren', 'soren'],
  ['O’Brien', 'obrien'],
  ['O´Brien', 'obrien'],
  ["Sa'adatu", 'saadatu'],
  ['Đặng', 'dang'],
  ['Ƙasimu', 'kasimu'],
  ['Ælfred', 'aelfred'],
  ['Þóra', 'thora'],
  ['Œuvrard', 'oeuvrard'],
  ['Işık', 'isik'],
  ['Adébáyọ̀', 'adebayo'],
  ['St. John', 'st john'],
  ['علی\u200cپور', 'علیپور'],
] as const

it.each(NAMES)('the name %s is compared as %s, on the server and in the database', async (name, compared) => {
  expect(comparableName(name)).toBe(compared)
  const { rows } = await clinic.database.pool.query('SELECT comparable_words($1) AS words', [name])
  expect(rows[0].words.sort()).toEqual(compared.split(' ').sort())
})

it.each([
  ['Weiß', ['weiss', 'WEIß', 'wei']],
  ['Łukasz', ['lukasz', 'Łuk']],
  ['Søren', ['soren', 'sør']],
  ['O’Brien', ['obrien', "o'brien", 'O‘Brien', 'obr']],
  ['Nwosu-Eze', ['nwosu-eze', 'nwosueze', 'nwosu eze', 'eze']],
])('a patient named %s is found', async (surname, searches) => {
  const n = surname.charCodeAt(0)
  const { bearer } = await clinic.signedIn({ username: `desk${n}` })
  await clinic.book({
    other_names: surname,
    email: `p${n}@example.com`,
    phone_number: `0803 555 ${String(n).padStart(4, '0')}`,
    start_time: `${9 + (n % 7)}:00`.padStart(5, '0'),
  })
  for (const search of searches) {
    const patients = await clinic.call('POST', '/api/patients/search', { search }, bearer)
    expect(JSON.stringify(patients.body.data), search).toContain(surname)
    const listed = await clinic.call('POST', '/api/appointments/all?limit=10', { search }, bearer)
    expect(JSON.stringify(listed.body.data), search).toContain(surname)
  }
})
