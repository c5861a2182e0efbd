import { describe, expect, it } from 'vitest'
import { chunkName } from './chunk-groups.ts'
import { type Graph, idOf, neededBy, textsIn } from './who-needs.ts'

describe('a module needed by', () => {
  it.each([
    ['main', false, 'app-ui'],
    ['main later staff', true, 'vendor-ui'],
    ['main visit staff', true, 'vendor'],
    ['main visit', false, 'app'],
    ['later patients', false, 'later'],
    ['later account patients', false, 'later-staff'],
    ['later visit staff patients', true, 'later-visit'],
    ['visit', false, 'visit'],
    ['visit patients', false, 'visit-shared'],
    ['visit account staff staff-later', true, 'visit-shared'],
    ['account staff staff-later', true, 'account-staff'],
    ['staff patients staff-later', false, 'staff-patients'],
    ['staff staff-later', false, 'staff'],
  ])('%s (of a package: %s) is in %s', (needs, isPackage, name) =>
    expect(chunkName(needs.split(' '), isPackage)).toBe(name),
  )

  it.each(['patients', 'staff-later'])('%s is where the bundler puts it', (needs) =>
    expect(chunkName(needs.split(' '), false)).toBeNull(),
  )
})

/** Modules as a table: the imports of each, and the modules it loads later. */
const graphOf = (modules: Record<string, [imports: string[], later: string[]]>): Graph => ({
  getModuleInfo: (id) => {
    const found = Object.entries(modules).find(([source]) => idOf(source) === id)
    return found
      ? { importedIds: found[1][0].map(idOf), dynamicallyImportedIds: found[1][1].map(idOf) }
      : null
  },
})

describe('a page', () => {
  const graph = graphOf({
    'src/main.ts': [['src/a.ts'], ['src/later.ts', 'src/staff.ts', 'src/i18n/locales/de/late.json']],
    'src/a.ts': [['src/main.ts'], []],
    'src/later.ts': [['src/b.ts'], ['src/ui/pickers/day.ts']],
    'src/b.ts': [[], []],
    'src/staff.ts': [['src/c.ts'], []],
    'src/c.ts': [[], []],
    'src/ui/pickers/day.ts': [[], []],
    'src/i18n/locales/de/late.json': [[], []],
  })
  const needed = (options?: Parameters<typeof neededBy>[2]) =>
    [...neededBy(['src/main.ts'], graph, options)].sort()

  it('imports its own modules at once, in a circle too', () =>
    expect(needed()).toEqual(['src/a.ts', 'src/main.ts'].map(idOf)))

  it('imports later what it can lead to, without texts and exclusions', () =>
    expect(needed({ later: true, without: ['src/staff.ts', /pickers/] })).toEqual(
      ['src/a.ts', 'src/b.ts', 'src/later.ts', 'src/main.ts'].map(idOf),
    ))

  it.each([
    [['src/gone.ts'], []],
    [['src/main.ts'], ['src/gone.ts']],
  ])('is refused when a source has moved: %j without %j', (sources, without) =>
    expect(() => neededBy(sources, graph, { without })).toThrow('src/gone.ts is in no chunk'),
  )
})

it.each([
  ['/src/i18n/locales/de/booking.json', 'first'],
  ['/src/i18n/locales/de/verify.json', 'patients'],
  ['C:\\src\\i18n\\locales\\de\\shell.json', 'dashboard'],
  ['/src/i18n/locales/de/visit.json', 'visit'],
  ['/src/i18n/locales/de/audit.json', 'online'],
  ['/src/i18n/locales/de/records.json', 'staff'],
])('the texts %s belong to the part %s', (id, part) => expect(textsIn(id)).toEqual({ language: 'de', part }))
