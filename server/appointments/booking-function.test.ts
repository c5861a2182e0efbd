import { expect, it } from 'vitest'
import { testDatabase } from '../../tests/support/database.ts'
import { confirmationJobsFrom } from '../jobs/index.ts'
import {
  BOOKING_FUNCTION,
  BOOKING_FUNCTION_NAME,
  BOOKING_PARAMETERS,
  bookingCall,
  KEY_TAKEN,
  REFERENCE_TAKEN,
} from './booking-function.ts'

const inOneLine = (sql: string) => sql.replace(/\s+/g, ' ').trim()

it('asks for the confirmation in the words of every other job', () => {
  expect(inOneLine(BOOKING_FUNCTION)).toContain(inOneLine(confirmationJobsFrom('booked')))
})

it('is in the database once, by the name in its file', async () => {
  await using database = await testDatabase()
  const { rows } = await database.pool.query(
    `SELECT proname FROM pg_proc WHERE proname LIKE 'book_appointment%'`,
  )
  expect(rows).toEqual([{ proname: BOOKING_FUNCTION_NAME }])
})

it('meets the constraints by which a taken key and a taken reference are told', async () => {
  await using database = await testDatabase()
  const { rows } = await database.pool.query(
    `SELECT indexrelid::regclass::text AS name FROM pg_index
     WHERE indisunique AND indexrelid::regclass::text = ANY ($1) ORDER BY 1`,
    [[KEY_TAKEN, REFERENCE_TAKEN]],
  )
  expect(rows.map(({ name }) => name)).toEqual([REFERENCE_TAKEN, KEY_TAKEN])
})

it('is called with each parameter of the file and no other', async () => {
  await using database = await testDatabase()
  const { rows } = await database.pool.query('SELECT proargnames AS names FROM pg_proc WHERE proname = $1', [
    BOOKING_FUNCTION_NAME,
  ])
  expect(rows[0].names).toEqual(BOOKING_PARAMETERS)
  const all = Object.fromEntries(BOOKING_PARAMETERS.map((name, i) => [name, i]))
  expect(bookingCall(all).values).toEqual(BOOKING_PARAMETERS.map((_, i) => i))
  expect(() => bookingCall({ ...all, p_other: 1 })).toThrow('too many')
  const { p_now: _, ...lacking } = all
  expect(() => bookingCall({ ...lacking, p_then: 1 })).toThrow('p_now')
})
