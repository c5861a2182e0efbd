import { expect, it } from 'vitest'
import { clinicMoment } from './clinic-moment.ts'

it.each([
  ['2030-03-04T09:30:00+01:00', '2030-03-04', '9:30 AM'],
  ['2030-03-04T00:00:00+01:00', '2030-03-04', '12:00 AM'],
  ['2030-03-04T12:00:00+01:00', '2030-03-04', '12:00 PM'],
  ['2030-12-31T23:59:00-11:00', '2030-12-31', '11:59 PM'],
  ['2030-01-01T01:05:00+14:00', '2030-01-01', '1:05 AM'],
])('the instant %s is %s, %s, wherever the device is', (instant, date, time) =>
  expect(clinicMoment(instant, 'en')).toEqual({ date, time }),
)
