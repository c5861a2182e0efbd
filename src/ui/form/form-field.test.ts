import { expect, it } from 'vitest'
import { formField } from './form-field.ts'
import type { Problem } from './problems.ts'

const WORDS = { empty: 'Please fill this in.' }
const withProblem = (problem: Problem<keyof typeof WORDS> | undefined) =>
  formField({
    id: 'f-name',
    name: 'name',
    value: 'Ada',
    problem,
    messages: (key) => WORDS[key],
    change: () => {},
  })

it.each<[string, Problem<keyof typeof WORDS> | undefined, string | undefined]>([
  ['nothing is wrong with it', undefined, undefined],
  ['a rule of the contract is broken', { key: 'empty' }, 'Please fill this in.'],
  ['the server has words of its own', { sentence: 'No such name.' }, 'No such name.'],
])('a field says what is wrong when %s', (_, problem, error) =>
  expect(withProblem(problem).error).toBe(error),
)

it('a field’s control refers to its hint and its mistake', () =>
  expect(withProblem(undefined)).toMatchObject({ id: 'f-name', hintId: 'f-name-hint' }))
