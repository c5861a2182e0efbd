import { expect, it } from 'vitest'
import { pageAt } from './pages.ts'

it.each([
  ['/book-appointment', '/book-appointment'],
  ['/book-appointment/', '/book-appointment'],
  ['/Book-Appointment', '/book-appointment'],
  ['/book-appointment/more', '/shell'],
  ['/dashboard', '/shell'],
  ['/privacy', '/shell'],
  ['/login/return', '/shell'],
  ['/no/such/page', '/shell'],
  ['/apiary', '/shell'],
  ['/docs', undefined],
  ['/docs/', undefined],
  ['/Docs/operations', undefined],
  ['/docs/no-such-page', undefined],
  ['/docsy', '/shell'],
  ['/api', undefined],
  ['/API/appointments', undefined],
  ['/api/auth/oidc/start', undefined],
  ['/healthz', undefined],
  ['/readyz', undefined],
  ['/metrics', undefined],
  ['/robots.txt', undefined],
  ['/icons/mark.svg', undefined],
  ['/assets/gone', undefined],
  ['/sw.js', undefined],
])('whoever opens %s gets %s', (pathname, page) => expect(pageAt(pathname)).toBe(page))
