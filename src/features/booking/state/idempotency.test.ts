import * as v from 'valibot'
import { expect, it } from 'vitest'
import { bodyOf } from './idempotency.fixture.ts'
import { type Attempt, nextAttempt, refusedAttempt, StoredAttempt } from './idempotency.ts'

const make = () => 'new'
const sent = (names: string[], state: Attempt['state']): Attempt => ({
  key: 'old',
  bodies: names.map(bodyOf),
  state,
})

it.each([
  { what: 'the first try', before: null, body: 'a', key: 'new', bodies: ['a'] },
  {
    what: 'the same after a lost answer',
    before: sent(['a'], 'unanswered'),
    body: 'a',
    key: 'old',
    bodies: ['a'],
  },
  {
    what: 'a change after a lost answer',
    before: sent(['a'], 'unanswered'),
    body: 'b',
    key: 'old',
    bodies: ['a', 'b'],
  },
  {
    what: 'a change taken back',
    before: sent(['a', 'b'], 'unanswered'),
    body: 'a',
    key: 'old',
    bodies: ['b', 'a'],
  },
  { what: 'the same after a refusal', before: sent(['a'], 'refused'), body: 'a', key: 'old', bodies: ['a'] },
  { what: 'a change after a refusal', before: sent(['a'], 'refused'), body: 'b', key: 'new', bodies: ['b'] },
])('a submit of $what uses the $key key', ({ before, body, key, bodies }) => {
  const expected = { key, bodies: bodies.map(bodyOf), state: 'unanswered' }
  expect(nextAttempt(before, bodyOf(body), make)).toEqual(expected)
})

type Answer = 'lost' | 'invalid_input' | 'too_many_requests' | 'slot_taken' | 'key_reused'

/** State of a booking sent again and again without a change, by its answers. */
function after(answers: readonly Answer[]): Attempt | null {
  return answers.reduce<Attempt | null>((previous, answer, index) => {
    const attempt = nextAttempt(previous, bodyOf('a'), () => `key ${index}`)
    return answer === 'lost' ? attempt : refusedAttempt(previous, attempt, answer)
  }, null)
}

it.each<{ answers: Answer[]; key: string; state: Attempt['state'] }>([
  { answers: ['invalid_input'], key: 'new', state: 'refused' },
  { answers: ['slot_taken'], key: 'new', state: 'refused' },
  { answers: ['invalid_input', 'too_many_requests'], key: 'new', state: 'refused' },
  { answers: ['lost'], key: 'key 0', state: 'unanswered' },
  { answers: ['lost', 'invalid_input'], key: 'key 0', state: 'unanswered' },
  { answers: ['lost', 'too_many_requests', 'invalid_input'], key: 'key 0', state: 'unanswered' },
  { answers: ['lost', 'key_reused'], key: 'key 0', state: 'unanswered' },
  { answers: ['lost', 'slot_taken'], key: 'new', state: 'refused' },
  { answers: ['lost', 'slot_taken', 'lost'], key: 'key 0', state: 'unanswered' },
  { answers: ['too_many_requests', 'lost', 'too_many_requests'], key: 'key 0', state: 'unanswered' },
])('an attempt is $state after $answers, and a change uses the $key key', ({ answers, key, state }) => {
  const attempt = after(answers)
  expect(attempt?.state).toBe(state)
  expect(nextAttempt(attempt, bodyOf('b'), make).key).toBe(key)
})

it('an attempt is refused for good under a new key, whatever happened under the old one', () => {
  const fresh: Attempt = { key: 'new', bodies: [bodyOf('b')], state: 'unanswered' }
  expect(refusedAttempt(sent(['a'], 'unanswered'), fresh, 'invalid_input').state).toBe('refused')
})

it('a body is recognised by its fields, in whatever order they were stored', () => {
  const body = bodyOf('a')
  const stored = { ...sent([], 'refused'), bodies: [Object.fromEntries(Object.entries(body).reverse())] }
  expect(nextAttempt(v.parse(StoredAttempt, stored), body, make).key).toBe('old')
})

it.each([
  { what: 'as this version stores it', stored: [bodyOf('a')], read: [bodyOf('a')] },
  { what: 'with bodies in JSON, as once stored', stored: [JSON.stringify(bodyOf('a'))], read: [bodyOf('a')] },
  { what: 'with a body that is no JSON', stored: ['{'], read: null },
  { what: 'with a body that is none', stored: ['7'], read: null },
])('an attempt $what is read back, or counts as none', ({ stored, read }) => {
  const parsed = v.safeParse(StoredAttempt, { key: 'k', bodies: stored, state: 'unanswered' })
  expect(parsed.success ? parsed.output.bodies : null).toEqual(read)
})
