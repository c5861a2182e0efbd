import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { confirmationJobsFrom } from '../../messages/jobs/confirmation-job.ts'
import { KEY_TAKEN } from '../../platform/http/first-answer.ts'
import { BOOK, MOVE, REFERENCE_TAKEN } from './booking-function.ts'

const inOneLine = (sql: string) => sql.replace(/\s+/g, ' ').trim()

it('the booking function enqueues the confirmation as every other job is', () => {
  expect(inOneLine(BOOK.source)).toContain(
    inOneLine(confirmationJobsFrom('(SELECT asked.appointment_id AS id) AS booked')),
  )
})

it('the booking function meets the constraints that reveal a used key and a used reference', async () => {
  await using database = await testDatabase()
  const { rows } = await database.pool.query(
    `SELECT indexrelid::regclass::text AS name FROM pg_index
     WHERE indisunique AND indexrelid::regclass::text = ANY ($1) ORDER BY 1`,
    [[KEY_TAKEN, REFERENCE_TAKEN]],
  )
  expect(rows.map(({ name }) => name)).toEqual([REFERENCE_TAKEN, KEY_TAKEN])
})

describe.each([
  { one: BOOK, like: 'book\\_appointment%' },
  { one: MOVE, like: 'move\\_appointment%' },
])('the function $one.name', ({ one, like }) => {
  it('is in the database once, takes a record with the fields of its file, and is called with no others', async () => {
    await using database = await testDatabase()
    const { rows } = await database.pool.query(
      `SELECT proname AS name,
         ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = typrelid ORDER BY attnum) AS fields
       FROM pg_proc JOIN pg_type ON pg_type.oid = proargtypes[0] WHERE proname LIKE $1`,
      [like],
    )
    expect(rows).toEqual([{ name: one.name, fields: one.fields }])
    const call = (record: object) => one.call(record as never)
    const all = Object.fromEntries(one.fields.map((field, i) => [field, i]))
    expect(call(all).values).toEqual([JSON.stringify(all)])
    expect(() => call({ ...all, other: 1 })).toThrow('too many')
    const { answer: _, ...lacking } = all
    expect(() => call({ ...lacking, other: 1 })).toThrow('answer')
  })
})
