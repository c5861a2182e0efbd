import { describe, expect, it } from 'vitest'
import type { CodeSent } from '../../../../contract/one-time-codes.ts'
import {
  initialVerifyState,
  isLive,
  reduceVerify,
  secondsToNewCode,
  type VerifyAction,
} from './verify-state.ts'

const sent = (rawId: string, names?: string): CodeSent => ({
  rawId,
  emrId: '',
  email: 'ada@example.com',
  phoneNumber: '',
  ...(names === undefined ? {} : { names }),
})
const at = (seconds: number) => seconds * 1_000
const answered = (
  seconds: number,
  records: CodeSent[],
  more: { contact?: string; choiceId?: string } = {},
): VerifyAction => ({
  type: 'answered',
  contact: 'ada@example.com',
  choiceId: null,
  sent: records,
  askedAt: at(seconds),
  ...more,
})
const after = (...actions: VerifyAction[]) => actions.reduce(reduceVerify, initialVerifyState)
const family = [sent('a', 'Ada O. (...12)'), sent('b', 'Bisi O. (...13)')]

describe('an answer', () => {
  it('with one record leads to the code, whoever that is', () => {
    expect(after(answered(0, [sent('x')]))).toEqual({
      stage: 'code',
      contact: 'ada@example.com',
      choiceId: null,
      challenges: [{ rawId: 'x', askedAt: 0 }],
    })
  })

  it('with names leads to the choice, and the one after it to the code of the chosen', () => {
    expect(after(answered(0, family))).toMatchObject({
      stage: 'choice',
      names: [
        { rawId: 'a', name: 'Ada O. (...12)' },
        { rawId: 'b', name: 'Bisi O. (...13)' },
      ],
    })
    expect(after(answered(0, family), answered(5, [sent('x')], { choiceId: 'b' }))).toMatchObject({
      stage: 'code',
      choiceId: 'b',
      challenges: [{ rawId: 'x' }],
    })
  })

  it('with a single name is a choice too: no code was sent', () => {
    expect(after(answered(0, family.slice(0, 1)))).toMatchObject({ stage: 'choice' })
  })

  it('without any record changes nothing', () => {
    expect(after(answered(0, [sent('x')]), answered(50, []))).toEqual(after(answered(0, [sent('x')])))
  })
})

describe('a new code', () => {
  it.each([
    { what: 'keeps the one before while that lives', next: answered(50, [sent('y')]), kept: ['y', 'x'] },
    { what: 'forgets the one before once that is old', next: answered(180, [sent('y')]), kept: ['y'] },
    {
      what: 'for another contact is another matter',
      next: answered(50, [sent('y')], { contact: 'CLN-7' }),
      kept: ['y'],
    },
    {
      what: 'for another of the family is another matter',
      next: answered(50, [sent('y')], { choiceId: 'b' }),
      kept: ['y'],
    },
  ])('$what', ({ next, kept }) => {
    const state = after(answered(0, [sent('x')]), next)
    expect(state.stage === 'code' && state.challenges.map(({ rawId }) => rawId)).toEqual(kept)
  })
})

it('the arrow back forgets the contact, from the code and from the names', () => {
  expect(after(answered(0, [sent('x')]), { type: 'left' })).toEqual(initialVerifyState)
  expect(after(answered(0, family), { type: 'left' })).toEqual(initialVerifyState)
})

it.each([
  { seconds: -60, live: true, wait: 45 },
  { seconds: 0, live: true, wait: 45 },
  { seconds: 44.2, live: true, wait: 1 },
  { seconds: 45, live: true, wait: 0 },
  { seconds: 179.9, live: true, wait: 0 },
  { seconds: 180, live: false, wait: 0 },
])('a code is live $seconds s after the request: $live, and another may be requested in $wait s', (row) => {
  const challenge = { rawId: 'x', askedAt: at(1_000) }
  const now = at(1_000 + row.seconds)
  expect(isLive(challenge, now)).toBe(row.live)
  expect(secondsToNewCode(challenge, now)).toBe(row.wait)
})
