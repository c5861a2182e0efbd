import { expect, it } from 'vitest'
import { paths } from './paths.ts'

it('has the addresses of the specification, section 2, and those of the account screens', () => {
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
    config: '/config',
    profile: '/profile',
    staff: '/staff',
    patients: '/patients',
    devices: '/devices',
  })
})
