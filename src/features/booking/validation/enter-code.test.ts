import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { VerifiedAnswer } from '../../../../contract/one-time-codes.ts'
import type { verifyCode } from '../../../api/one-time-codes.ts'
import { ApiError } from '../../../http/api-error.ts'
import { ngozi } from '../state/patient.fixture.ts'
import { enterCode } from './enter-code.ts'

const right = v.parse(VerifiedAnswer, { success: true, data: { token: 'a', ...ngozi } })
const wrong = new ApiError('http', { status: 400, code: 'code_wrong', message: 'Wrong.' })
const lost = new ApiError('network')
const NOW = 1_000_000
const at = (rawId: string, secondsAgo: number) => ({ rawId, askedAt: NOW - secondsAgo * 1_000 })

type Outcome = 'right' | 'wrong' | 'lost'

/** Enters a code against a server of which it is known what it says to each challenge. */
async function enter(answers: Record<string, Outcome>, contact = 'ngozi.eze@example.com', newestAge = 10) {
  const asked: Parameters<typeof verifyCode>[0][] = []
  const verify: typeof verifyCode = async (body) => {
    asked.push(body)
    const outcome = answers[body.rawId]
    if (outcome === 'right') return right
    throw outcome === 'lost' ? lost : wrong
  }
  const challenges = [at('new', newestAge), at('older', 60), at('dead', 181)] as const
  const end = await enterCode({ code: 123_456, contact, challenges: [...challenges] }, NOW, verify).catch(
    (error: unknown) => error,
  )
  return { end, asked, ids: asked.map(({ rawId }) => rawId) }
}

describe('a code', () => {
  it.each<{ what: string; answers: Record<string, Outcome>; ids: string[]; end: unknown }>([
    { what: 'of the newest request', answers: { new: 'right' }, ids: ['new'], end: right },
    {
      what: 'that came late, of the one before',
      answers: { older: 'right' },
      ids: ['new', 'older'],
      end: right,
    },
    { what: 'that is right for none alive', answers: { dead: 'right' }, ids: ['new', 'older'], end: wrong },
    { what: 'on a broken line', answers: { new: 'lost', older: 'right' }, ids: ['new'], end: lost },
  ])('$what is tried for $ids', async ({ answers, ids, end }) => {
    const entered = await enter(answers)
    expect(entered.ids).toEqual(ids)
    expect(entered.end).toBe(end)
  })

  it('is tried for the newest request even when that seems old: clocks differ', async () => {
    expect((await enter({ new: 'right' }, 'CLN-7', 500)).end).toBe(right)
  })
})

it.each([
  ['Ngozi.Eze@example.com', { email: 'Ngozi.Eze@example.com', phoneNumber: '' }],
  ['0803 123 4567', { email: '', phoneNumber: '0803 123 4567' }],
  ['CLN-7', { email: '', phoneNumber: '' }],
])('a contact is sent as its kind: %s', async (contact, typed) => {
  const { asked } = await enter({ new: 'right' }, contact)
  expect(asked).toEqual([{ code: 123_456, rawId: 'new', ...typed }])
})
