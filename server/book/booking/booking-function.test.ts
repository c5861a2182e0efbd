import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { KEY_TAKEN } from '../../platform/http/first-answer.ts'
import { confirmationJobsFrom } from '../../platform/queue/index.ts'
import { BOOK, MOVE, REFERENCE_TAKEN } from './booking-function.ts'

const inOneLine = (sql: string) => sql.replace(/\s+/g, ' ').trim()

it('asks for the confirmation in the words of every other job', () => {
  expect(inOneLine(BOOK.source)).toContain(
    inOneLine(confirmationJobsFrom('(SELECT p_appointment_id AS id) AS booked')),
  )
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

describe.each([
  [BOOK, 'book_appointment%'],
  [MOVE, 'move_appointment%'],
])('the function $name', (one, like) => {
  it('is in the database once, with the parameters of its file, and called with no others', async () => {
    await using database = await testDatabase()
    const { rows } = await database.pool.query(
      'SELECT proname AS name, proargnames AS names FROM pg_proc WHERE proname LIKE $1',
      [like],
    )
    expect(rows).toEqual([{ name: one.name, names: [...one.parameters, 'result', 'answer'] }])
    const all = Object.fromEntries(one.parameters.map((name, i) => [name, i]))
    expect(one.call(all).values).toEqual(one.parameters.map((_, i) => i))
    expect(() => one.call({ ...all, p_other: 1 })).toThrow('too many')
    const { p_answer: _, ...lacking } = all
    expect(() => one.call({ ...lacking, p_then: 1 })).toThrow('p_answer')
  })
})
