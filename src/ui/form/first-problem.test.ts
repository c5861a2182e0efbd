import { expect, it } from 'vitest'
import { FIELD_MESSAGES } from '../../../contract/fields.ts'
import { ApiError } from '../../http/api-error.ts'
import { firstProblem } from './first-problem.ts'

const refused = (errors: Record<string, string>) =>
  new ApiError('http', { status: 400, code: 'invalid_input', errors })

it.each<[string, unknown, string | undefined]>([
  ['a field of the contract by its key', refused({ to: FIELD_MESSAGES.slot_too_far }), 'slot_too_far!'],
  ['of two the first', refused({ from: FIELD_MESSAGES.date_invalid, to: 'x' }), 'date_invalid!'],
  ['another sentence as it is', refused({ to: 'Not on Sundays.' }), 'Not on Sundays.'],
  ['nothing of an answer without fields', refused({}), undefined],
  ['nothing of a lost connection', new Error('network'), undefined],
])('the first mistake is said %s', (_, error, said) =>
  expect(firstProblem(error, (key) => `${key}!`)).toBe(said),
)
