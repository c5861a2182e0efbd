import { describe, expect, it } from 'vitest'
import { knowClinic } from '../../../clinic.fixture.ts'
import { cancelDisabledReason } from '../visit/disabled-reason.ts'
import { mailLink, momentParts } from './appointment-label.ts'

knowClinic()

describe('a moment in words', () => {
  const now = new Date('2030-06-01T12:00:00Z')
  it.each([
    ['2030-03-04T10:30:00+01:00', { day: 'Mon 4 Mar', time: '10:30 AM' }],
    ['2031-03-04T00:00:00+01:00', { day: 'Tue 4 Mar 2031', time: '12:00 AM' }],
  ])('%s is %o, in clinic time', (instant, parts) => expect(momentParts(instant, 'en', now)).toEqual(parts))
})

it.each([
  ['ada@example.com', 'mailto:ada@example.com'],
  ['ada?cc=eve@example.com', 'mailto:ada%3Fcc%3Deve@example.com'],
])('an email to %s is addressed as %s', (email, link) => expect(mailLink(email)).toBe(link))

describe('whether an appointment can be cancelled', () => {
  const appointment_date = '2030-03-04T10:30:00+01:00'
  it.each([
    ['2030-03-04T09:29:59Z', null, null],
    ['2030-03-04T09:29:59Z', 'offline', 'offline'],
    ['2030-03-04T09:29:59Z', 'readOnly', 'readOnly'],
    ['2030-03-04T09:30:00Z', null, 'begun'],
    ['2030-03-04T09:30:00Z', 'offline', 'begun'],
  ] as const)('at %s, where nothing can be changed for %s: %s', (now, disabledReason, why) =>
    expect(cancelDisabledReason({ appointment_date }, disabledReason, new Date(now))).toBe(why),
  )
})
