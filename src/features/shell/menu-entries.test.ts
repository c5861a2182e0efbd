import { expect, it } from 'vitest'
import { PLACEHOLDERS, pageEntries } from './menu-entries.ts'

it('everyone finds Appointments', () =>
  expect(pageEntries(false).map(({ path }) => path)).toEqual(['/book-appointment']))

it('who reads the book finds Booked and Config too', () =>
  expect(pageEntries(true).map(({ path }) => path)).toEqual(['/book-appointment', '/dashboard', '/config']))

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
