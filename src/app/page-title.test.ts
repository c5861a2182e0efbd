import { expect, it } from 'vitest'
import common from '../i18n/locales/en/common.json'
import { paths } from '../paths.ts'
import { pageTitle, pathOf } from './page-title.ts'

it.each([
  ['/book-appointment', 'Book-appointment | Enamel Dental Clinic'],
  ['/book-appointment/', 'Book-appointment | Enamel Dental Clinic'],
  ['/dashboard', 'Dashboard | Enamel Dental Clinic'],
  ['/', 'Enamel Dental Clinic'],
])('the page at %s is titled %s', (pathname, title) => {
  expect(pageTitle(pathname, 'Enamel Dental Clinic')).toBe(title)
})

it('in another language the title is the name of the page', () =>
  expect(pageTitle('/dashboard/', 'Enamel Dental Clinic', 'Записи на приём')).toBe(
    'Записи на приём | Enamel Dental Clinic',
  ))

it('every page has a name, which in English is its path', () => {
  const pages = Object.values(paths).map((path) => pathOf(path('').split('?')[0] ?? ''))
  const named = pages.filter((path) => path !== '')
  expect(Object.keys(common.page).sort()).toEqual([...new Set(named)].sort())
  for (const [path, name] of Object.entries(common.page)) expect(pageTitle(path, 'E')).toBe(`${name} | E`)
})
