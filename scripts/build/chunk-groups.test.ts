import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../build/build-info.ts'
import { groups } from './chunk-groups.ts'
import { withSlashes } from './chunk-stats.ts'

const id = (source: string) => path.posix.join(withSlashes(root), source)
const STEPS = 'src/features/booking/later-steps.tsx'
const STAFF = 'src/app/staff-area.tsx'
const BARREL = 'node_modules/@mui/material/utils/index.mjs'
const UNITS = 'node_modules/@mui/material/styles/cssUtils.mjs'

/** What each source imports, and what it fetches later. */
const GRAPH: Record<string, [now: string[], later?: string[]]> = {
  'src/app/main.tsx': [['src/paths.ts'], ['src/features/booking/booking-page.tsx', STAFF]],
  'src/features/booking/booking-page.tsx': [['src/steps.ts', 'src/ui/card.tsx'], [STEPS]],
  [STEPS]: [['src/steps.ts', 'src/api.ts', 'node_modules/query/index.js', BARREL], ['src/code.tsx']],
  [STAFF]: [
    [
      'src/list.ts',
      'src/api.ts',
      'src/ui/card.tsx',
      'src/seal.ts',
      'seal/store.ts',
      'node_modules/query/index.js',
      'node_modules/menu/index.js',
    ],
    ['src/day.tsx'],
  ],
  'src/code.tsx': [['src/seal.ts']],
  'seal/store.ts': [['node_modules/idb-keyval/dist/index.js']],
  'src/day.tsx': [['src/list.ts']],
  [BARREL]: [['node_modules/@mui/material/Modal/Modal.mjs', UNITS]],
}
const infoOf = (module: string) => {
  const source = Object.keys(GRAPH).find((name) => id(name) === module)
  const [now = [], later = []] = (source && GRAPH[source]) || []
  return { importedIds: now.map(id), dynamicallyImportedIds: later.map(id) }
}
const nameOf = groups(infoOf)

it.each([
  ['src/paths.ts', 'app'],
  ['src/steps.ts', 'first-step'],
  ['src/ui/card.tsx', 'app'],
  ['src/api.ts', 'everyone-steps-staff-shared'],
  ['node_modules/query/index.js', 'everyone-steps-staff-shared'],
  ['src/seal.ts', 'everyone-staff-shared'],
  [UNITS, 'everyone-steps'],
  ['seal/store.ts', 'staff-base'],
  ['src/list.ts', 'staff-base'],
  [STAFF, 'staff'],
  ['node_modules/menu/index.js', 'staff-vendor'],
  ['src/i18n/locales/en/shell.json', 'texts-en'],
  ['src/i18n/locales/en/appointments.json', 'texts-en'],
])('%s goes with what the same parts need: %s', (source, name) => expect(nameOf(id(source))).toBe(name))

it.each([
  ['a part that is fetched later', 'src/day.tsx'],
  ['what none of the large parts needs', 'src/other.ts'],
  ['other texts', 'src/i18n/locales/en/account.json'],
  ['what only stands in the index of a library', 'node_modules/@mui/material/Modal/Modal.mjs'],
])('leaves %s to the bundler', (_, source) => expect(nameOf(id(source))).toBeNull())
