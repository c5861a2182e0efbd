import { expect, it } from 'vitest'
import { offeredCase, startCase } from './start-case.ts'

it.each([
  ['ada obi', 'Ada Obi'],
  ['ADA  OBI', 'Ada Obi'],
  ["o'brien-òkè", "O'Brien-Òkè"],
  ["isma'il", "Isma'il"],
  ['McDonald', 'McDonald'],
])('%s in start case is %s', (name, expected) => expect(startCase(name)).toBe(expected))

it.each([
  ['ada', 'Ada'],
  [' ADAEZE ', 'Adaeze'],
  ['van der berg', 'Van Der Berg'],
])('for %s capitals are offered: %s', (name, offered) => expect(offeredCase(name)).toBe(offered))

it.each(['Ada', 'van der Berg', 'McDonald', 'a', 'عائشة', ''])('%s stays as it is written', (name) =>
  expect(offeredCase(name)).toBeNull(),
)
