import { describe, expect, it } from 'vitest'
import { bytesByPackage, dashboardScripts, firstLoadScripts, packageOf } from './first-load.ts'

const chunk = (imports: string[], modules: [string, number][] = []) => ({
  isEntry: false,
  imports,
  modules: modules.map(([id, bytes]) => ({ id, bytes })),
})

it('the first load is what the page names and what that imports, once each', () => {
  const html =
    '<link rel="icon" href="/icons/mark.svg"><template id="booking-files" data-app="/assets/index.js" data-also="/assets/page.js"' +
    ' data-later="/assets/later.js"></template>'
  const stats = {
    'assets/index.js': chunk(['assets/shared.js']),
    'assets/page.js': chunk(['assets/shared.js', 'assets/index.js']),
    'assets/shared.js': chunk([]),
    'assets/later.js': chunk(['assets/shared.js']),
  }
  expect(firstLoadScripts(html, stats)).toEqual(['assets/index.js', 'assets/shared.js', 'assets/page.js'])
  const named = '<meta name="app" content="/assets/shared.js /assets/later.js" />'
  expect(firstLoadScripts(named, stats)).toEqual(['assets/shared.js', 'assets/later.js'])
})

describe('what the dashboard loads beyond booking', () => {
  const page = (...files: string[]) =>
    `<meta name="app" content="${files.map((file) => `/assets/${file}.js`).join(' ')}" />`
  const pages = { booking: page('index', 'booking'), shell: page('index', 'early') }
  const source = (name: string): [string, number][] => [[`C:\\project\\src\\${name}`, 1]]
  const stats = {
    'assets/index.js': chunk([]),
    'assets/booking.js': chunk(['assets/card.js']),
    'assets/card.js': chunk([]),
    'assets/staff.js': chunk(
      ['assets/index.js', 'assets/query.js', 'assets/card.js'],
      source('app\\staff-area.tsx'),
    ),
    'assets/query.js': chunk(['assets/client.js']),
    'assets/client.js': chunk([]),
    'assets/drawer.js': chunk(['assets/client.js']),
    'assets/shell.js': chunk([], source('i18n\\locales\\en\\shell.json')),
    'assets/texts.js': chunk([], source('i18n\\locales\\en\\appointments.json')),
  }

  it('is the frame of the staff pages, what that imports in turn, the texts, and the scripts of its own page', () =>
    expect(dashboardScripts(pages, stats)).toEqual([
      'assets/early.js',
      'assets/staff.js',
      'assets/query.js',
      'assets/client.js',
      'assets/shell.js',
      'assets/texts.js',
    ]))

  it('cannot be told without one of its sources', () =>
    expect(() => dashboardScripts(pages, { ...stats, 'assets/texts.js': chunk([]) })).toThrow(
      'appointments.json',
    ))
})

it.each([
  ['/project/node_modules/react-dom/index.js', 'react-dom'],
  ['/project/node_modules/@mui/material/Button/Button.mjs', '@mui/material'],
  ['/project/node_modules/a/node_modules/b/index.js', 'b'],
  ['C:\\project\\node_modules\\react\\index.js', 'react'],
  ['/project/src/app/main.tsx', '(Enamel)'],
  ['/project/domain/slots.ts', '(Enamel)'],
  ['\0rolldown/runtime.js', '(bundler)'],
])('%s belongs to %s', (id, name) => expect(packageOf(id)).toBe(name))

it('shares the bytes of a chunk by the size of what is in it', () => {
  const stats = {
    'a.js': chunk(
      [],
      [
        ['/p/node_modules/big/index.js', 300],
        ['/p/src/main.tsx', 100],
      ],
    ),
  }
  expect(bytesByPackage([{ name: 'a.js', wireBytes: 40 }], stats)).toEqual([
    ['big', 30],
    ['(Enamel)', 10],
  ])
})
