import { expect, it } from 'vitest'
import { clinicYear } from './clinic-year.ts'

it.each([
  ['2026-07-01T12:00:00Z', 'Africa/Lagos', 2026],
  ['2026-12-31T22:59:59Z', 'Africa/Lagos', 2026],
  ['2026-12-31T23:00:00Z', 'Africa/Lagos', 2027],
  ['2026-12-31T10:30:00Z', 'Pacific/Kiritimati', 2027],
  ['2026-12-30T23:59:59Z', 'Pacific/Kiritimati', 2026],
  ['2027-01-01T05:00:00Z', 'America/Los_Angeles', 2026],
  ['2027-01-01T11:59:59Z', 'Etc/GMT+12', 2026],
  ['2027-01-02T00:00:00Z', 'Etc/GMT+12', 2027],
])('the year of %s is, in %s, %i', (instant, zone, year) =>
  expect(clinicYear(new Date(instant), zone)).toBe(year),
)
