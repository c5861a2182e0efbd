import { describe, expect, it } from 'vitest'
import { base32, matchingStep, stepAt, totpCode, totpUri } from './totp.ts'

/** RFC 6238, appendix B, of whose eight digits the last six are ours. */
const secret = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1000)

it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the code at %i seconds is %s', (seconds, code) => {
  expect(totpCode(secret, stepAt(at(seconds)))).toBe(code)
})

describe('a typed code', () => {
  const now = at(2000000000)
  const present = stepAt(now)
  it.each([
    ['of the step before', present - 1, present - 9, present - 1],
    ['of now', present, present - 9, present],
    ['of the step after', present + 1, present - 9, present + 1],
    ['of two steps before', present - 2, present - 9, null],
    ['of two steps after', present + 2, present - 9, null],
    ['that was used', present, present, null],
    ['older than the one that was used', present - 1, present, null],
  ])('%s', (_, step, after, expected) => {
    expect(matchingStep(secret, totpCode(secret, step), now, after)).toBe(expected)
  })

  it('of another length is refused', () => {
    expect(matchingStep(secret, '2790370', now, 0)).toBeNull()
  })
})

it.each([
  ['', ''],
  ['f', 'MY'],
  ['foobar', 'MZXW6YTBOI'],
])('Base32 of %j is %j (RFC 4648, section 10)', (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected)
})

it('the address for authenticator apps names the clinic and the account', () => {
  expect(totpUri(secret, { issuer: 'Smile & Co', account: 'ada' })).toBe(
    'otpauth://totp/Smile%20%26%20Co:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Smile%20%26%20Co',
  )
})
