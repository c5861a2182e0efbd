import { describe, expect, it } from 'vitest'
import { type PageName, paths, placeAt } from './paths.ts'

it('the addresses are those of the specification, section 2, and of the account screens', () => {
  const listed = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, path('the-id')]))
  expect(listed).toEqual({
    home: '/',
    book: '/book-appointment',
    login: '/login',
    loginReturn: '/login/return',
    logout: '/logout',
    forgotPassword: '/forgot-password',
    resetPassword: '/reset-password',
    register: '/register',
    unlock: '/unlock',
    dashboard: '/dashboard',
    appointment: '/dashboard?appointment=the-id',
    daySheet: '/dashboard?view=day',
    bookDay: '/dashboard?view=day&day=the-id&location=all',
    overview: '/overview',
    config: '/config',
    profile: '/profile',
    staff: '/staff',
    patients: '/patients',
    patient: '/patients?patient=the-id',
    patientsImport: '/patients?view=import',
    devices: '/devices',
    audit: '/audit',
    privacy: '/privacy',
    recentBookings: '/recent-bookings',
    feeds: '/feeds',
    webhooks: '/webhooks',
    apiKeys: '/api-keys',
  })
})

it('the link to an appointment opens its day', () =>
  expect(paths.appointment('the-id', { day: '2030-03-04', location: 'fct' })).toBe(
    '/dashboard?view=day&day=2030-03-04&location=fct&appointment=the-id',
  ))

describe('a page by its path', () => {
  const {
    home: _,
    appointment: _a,
    daySheet: _d,
    bookDay: _b,
    patient: _p,
    patientsImport: _i,
    ...pages
  } = paths

  it.each(Object.entries(pages))('%s is found in every spelling', (name, path) => {
    const address = path()
    const inCapitals = address.replace(
      /(^|[/-])([a-z])/g,
      (_all, sign, letter) => sign + letter.toUpperCase(),
    )
    const encoded = address.replace(/^\/./, (start) => `/%${start.charCodeAt(1).toString(16)}`)
    for (const spelled of [address, `${address}/`, inCapitals, `${address.toUpperCase()}//`, encoded])
      expect(placeAt(spelled), spelled).toMatchObject({ name: name as PageName, address })
  })

  it.each([
    '/',
    '',
    '//',
    '/LOGINS',
    '/login/x',
    '/visit',
    '/shell',
    '/dash board',
    '/%E0%A4%A',
    '/__proto__',
    '/constructor',
  ])('%s is none of ours', (path) => expect(placeAt(path)).toBeUndefined())
})
