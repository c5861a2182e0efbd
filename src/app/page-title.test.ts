import { expect, it } from 'vitest'
import { pageTitle } from './page-title.ts'

it.each([
  ['/book-appointment', 'Book-appointment | Enamel Dental Clinic'],
  ['/book-appointment/', 'Book-appointment | Enamel Dental Clinic'],
  ['/dashboard', 'Dashboard | Enamel Dental Clinic'],
  ['/', 'Enamel Dental Clinic'],
])('the page at %s is titled %s', (pathname, title) => {
  expect(pageTitle(pathname, 'Enamel Dental Clinic')).toBe(title)
})
