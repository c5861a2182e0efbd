import { expect, it } from 'vitest'
import type { Right } from '../../../domain/rights.ts'
import { PLACEHOLDERS, pageEntries } from './menu-entries.ts'

it('everyone finds Appointments', () =>
  expect(pageEntries(() => false).map(({ path }) => path)).toEqual(['/book-appointment']))

it('the menu has Booked and Config for readers of the book, Patients and Overview with their rights', () => {
  const paths = (...rights: Right[]) => pageEntries((right) => rights.includes(right)).map(({ path }) => path)
  expect(paths('book.read')).toEqual(['/book-appointment', '/dashboard', '/config'])
  expect(paths('book.read', 'patients.read', 'overview')).toEqual([
    '/book-appointment',
    '/dashboard',
    '/patients',
    '/overview',
    '/config',
  ])
})

it('the placeholders are those of the specification, in its order', () =>
  expect(PLACEHOLDERS.map(({ name }) => name)).toEqual([
    'calendar',
    'chat',
    'fileManager',
    'ecommerce',
    'email',
    'invoices',
    'contacts',
    'uiElements',
    'forms',
    'tables',
    'charts',
    'icons',
    'maps',
    'multiLevel',
  ]))
