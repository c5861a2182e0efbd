import { describe, expect, it } from 'vitest'
import { wayBackOf } from './social-sign-in.ts'

const code = 'a'.repeat(43)
const begun = JSON.stringify({ type: 'oidc', secret: 'kept' })

describe('the way back from another provider', () => {
  it('is finished with the secret that this tab kept', () =>
    expect(wayBackOf({ code }, begun)).toEqual({ type: 'oidc', code, secret: 'kept' }))

  it.each(['not_staff', 'cancelled', 'failed', 'expired'] as const)('names the error %s', (error) =>
    expect(wayBackOf({ error, code }, begun)).toEqual({ error }),
  )

  it('names an error of tomorrow in general words', () =>
    expect(wayBackOf({ error: 'moon_phase' }, begun)).toEqual({ error: 'failed' }))

  it.each([
    ['in a tab that has begun nothing', { code }, null],
    ['without a code, as after a reload', {}, begun],
    ['with half a code', { code: code.slice(1) }, begun],
    ['with a stored text that is not ours', { code }, '{'],
    ['with a stored secret of another shape', { code }, '{"type":"oidc"}'],
  ])('has expired %s', (_, hash, stored) =>
    expect(wayBackOf(hash as Record<string, string>, stored)).toEqual({ error: 'expired' }),
  )
})
