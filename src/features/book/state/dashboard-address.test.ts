import { describe, expect, it } from 'vitest'
import clinicConfig from '../../../../clinic.config.ts'
import { addressOf, correctedLocation, dashboardAt } from './dashboard-address.ts'

const start = {
  view: 'list',
  location: '',
  status: '',
  visit: '',
  cancelled: false,
  days: '',
  from: '',
  to: '',
  page: 1,
  day: '',
  doctor: '',
  appointment: null,
  todo: false,
}

describe('the address of the dashboard', () => {
  it.each([
    ['', {}],
    ['?location=lag&status=pending&page=3', { location: 'lag', status: 'pending', page: 3 }],
    ['?view=day&day=2028-02-29', { view: 'day', day: '2028-02-29' }],
    [
      '?visit=arrived&from=2030-03-04&to=2030-03-05&doctor=fct-musa',
      { visit: 'arrived', from: '2030-03-04', to: '2030-03-05', doctor: 'fct-musa' },
    ],
    ['?days=today&page=2', { days: 'today', page: 2 }],
    ['?view=day&todo=true', { view: 'day', todo: true }],
    ['?cancelled=true&from=2030-03-04', { cancelled: true, from: '2030-03-04' }],
    [
      '?appointment=0f8fad5b-d9cb-469f-a165-70867728950e',
      { appointment: '0f8fad5b-d9cb-469f-a165-70867728950e' },
    ],
  ] as const)('says %j', (search, said) => {
    expect(addressOf(search)).toEqual({ ...start, ...said })
    expect(dashboardAt(said)).toBe(`/dashboard${search}`)
  })

  it.each([
    '?page=0',
    '?page=-1',
    '?page=1e9',
    '?page=abc',
    '?page=1000001',
    '?day=2027-02-29',
    '?day=tomorrow',
    '?status=1',
    '?visit=gone',
    '?cancelled=1',
    '?to=tomorrow',
    '?days=all',
    '?days=yesterday',
    '?view=month',
    '?location=%3Cb%3E',
    '?appointment=1',
    '?todo=1',
  ])('takes what makes no sense as not said: %s', (search) => {
    expect(addressOf(search)).toEqual(start)
  })
})

it.each([
  ['', null],
  ['?view=day', null],
  ['?location=lag', null],
  ['?location=all', null],
  ['?location=mars', ''],
  ['?location=', ''],
  ['?location=%3Cb%3E', ''],
  ['?page=2&location=LAGOS', 'lag'],
  ['?location=port+harcourt', 'phc'],
])('the location of %j is corrected to %j', (search, location) =>
  expect(correctedLocation(search, clinicConfig.locations)).toBe(location),
)
