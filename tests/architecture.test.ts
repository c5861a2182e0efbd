import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { INPUTS } from '../build/inputs.ts'
import { FEATURE_FOLDERS, PAGE_FOLDERS, ROOMS, roomsSection, SERVER_GROUPS } from './support/rooms.ts'

/*
 * Checks every import of the repository, types and tests included, against the order of rooms.ts.
 */

/** Packages, and parts of Node, that a room may import; `scripts` and `bench` any. */
const PACKAGES: Record<string, (name: string) => boolean> = {
  domain: () => false,
  contract: (name) => name === 'valibot',
  seal: (name) => name === 'idb-keyval',
  build: (name) => name.startsWith('node:'),
  sw: (name) => name.startsWith('workbox-'),
  // The page reaches the server by `fetch` alone, and the server renders nothing.
  src: (name) => !/^(?:node:|pg$|hono\b)/.test(name),
  server: (name) => !/^(?:react\b|@mui\/|@emotion\/)/.test(name),
}

/** May turn days into instants: clinic time itself, days as numbers, months of records, and days of foreign files. */
const DAYS_TO_INSTANTS = [
  'domain/clinic-time.ts',
  'domain/clinic-days.ts',
  'domain/waiting-list.ts',
  'server/operations/retention/retention.ts',
  'server/book/import/ics-times.ts',
  'server/integrations/fhir/search.ts',
]

type Import = { from: string; to: string }

const files = [
  ...globSync('{domain,contract,seal,build,server,sw,src,scripts,bench,tests}/**/*.{ts,tsx,mjs}', {
    exclude: (name) => name === 'node_modules',
  }),
  ...globSync('*.{ts,mjs}'),
]
const known = new Set(files)

/** Static and dynamic imports, and `export ... from`; of types too, since they bind as much as values. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

/** The same of packages and parts of Node. */
const PACKAGE = /^(?:import|export|\}) ?(?:[^'";]*\bfrom )?'([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm

const imports: readonly Import[] = files.flatMap((from) =>
  [...readFileSync(from, 'utf8').matchAll(IMPORT)].flatMap(([, path = '']) => {
    const to = posix.join(dirname(from), path)
    return known.has(to) ? [{ from, to }] : []
  }),
)

const roomOf = (file: string) => file.split('/')[0] ?? ''
const isTest = (file: string) => /\.(test|fixture)\.tsx?$/.test(file)
/** A file directly in src/ is part of the foundation. */
const pageFolderOf = (file: string) => {
  const [, room = '', ...rest] = file.split('/')
  return rest.length === 0 ? 'foundation' : room
}
const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]
/** Position of a server file among its groups; -1: none. */
function levelOf(file: string): number {
  const [, group = '', ...rest] = file.split('/')
  const groups = Object.keys(SERVER_GROUPS)
  return rest.length === 0 ? groups.length : groups.indexOf(group)
}
/** Names of the folders in a folder. */
const foldersOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
/** A folder of a group, with all that is in it. */
const folderOf = (file: string) => file.split('/').slice(1, 3).join('/')
/** A test may use the levels above its unit. */
const serverImports = imports.filter(
  ({ from, to }) => !isTest(from) && roomOf(from) === 'server' && roomOf(to) === 'server',
)
const asLines = (wrong: readonly Import[]) => wrong.map(({ from, to }) => `${from} imports ${to}`)

describe('imports', () => {
  it('cover the whole repository', () => {
    expect(imports.length).toBeGreaterThan(2_000)
    expect(files.filter((file) => !(roomOf(file) in ROOMS))).toEqual([])
  })

  it('lead from a room to the rooms below it only', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [roomOf(from), roomOf(to)]
      // A test beside its unit may use what all tests share, and the clinic's own facts.
      if (isTest(from) && ['tests', 'clinic.config.ts'].includes(there)) return false
      return here !== there && !ROOMS[here]?.imports.includes(there)
    })
    expect(asLines(wrong)).toEqual([])
  })

  it('lead from a room to its permitted packages only', () => {
    const wrong = files.flatMap((from) => {
      const may = PACKAGES[roomOf(from)]
      if (!may || isTest(from)) return []
      const names = [...readFileSync(from, 'utf8').matchAll(PACKAGE)].map(
        ([, of, later]) => of ?? later ?? '',
      )
      return names.filter((name) => !may(name)).map((name) => `${from} imports ${name}`)
    })
    expect(wrong).toEqual([])
  })

  it('appear in the documentation as in the table', async () => {
    const page = readFileSync('docs/architecture.md', 'utf8')
    const written = page.replace(/^## Rooms\n.*?(?=\n## )/ms, () => roomsSection(foldersOf))
    await expect(written).toMatchFileSnapshot('../docs/architecture.md')
  })

  it('lead from a folder of the page to the folders below it only', () => {
    const level = (file: string) => Object.keys(PAGE_FOLDERS).indexOf(pageFolderOf(file))
    // A test may use the levels above its unit.
    const within = imports.filter(
      ({ from, to }) => !isTest(from) && roomOf(from) === 'src' && roomOf(to) === 'src',
    )
    expect(asLines(within.filter(({ from, to }) => level(from) < level(to)))).toEqual([])
    expect(files.filter((file) => roomOf(file) === 'src' && level(file) < 0)).toEqual([])
  })

  it('lead from a group of the server to the groups below it only', () => {
    const wrong = serverImports.filter(({ from, to }) => levelOf(from) < levelOf(to))
    expect(asLines(wrong)).toEqual([])
    expect(files.filter((file) => roomOf(file) === 'server' && levelOf(file) < 0)).toEqual([])
  })

  it('form no circle among the folders of a group of the server', () => {
    const within = serverImports
      .filter(({ from, to }) => levelOf(from) === levelOf(to))
      .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    expect(circles(within)).toEqual([])
  })

  it('never lead from one feature to another: shared code is below both', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [featureOf(from), featureOf(to)]
      return here && there && here !== there
    })
    expect(asLines(wrong)).toEqual([])
  })

  it('leave it to domain/clinic-time.ts alone to turn a day into an instant', () => {
    const made = /Date(?:\.parse)?\(\s*`\$\{\w+\}T|setUTC(?:Date|Hours|Month)/
    const wrong = files.filter(
      (file) =>
        /^(?:domain|contract|server|src|sw|seal)\//.test(file) &&
        !isTest(file) &&
        !DAYS_TO_INSTANTS.includes(file) &&
        made.test(readFileSync(file, 'utf8')),
    )
    expect(wrong).toEqual([])
  })

  it('reach only build inputs, so that every change triggers a build', () => {
    const roots = [
      'scripts/build/run.ts',
      'vite.config.ts',
      'src/app/main.tsx',
      'src/app/prerender.tsx',
      'sw/sw.ts',
    ]
    const read = new Set(roots)
    for (const file of read) for (const { from, to } of imports) if (from === file) read.add(to)
    const isInput = (file: string) => INPUTS.some((input) => file === input || file.startsWith(`${input}/`))
    expect([...read].filter((file) => !isInput(file))).toEqual([])
  })

  it('form no circle', () => {
    expect(circles(imports)).toEqual([])
  })
})

describe('the folders of the page', () => {
  const within = imports.filter(
    ({ from, to }) => roomOf(from) === 'src' && roomOf(to) === 'src' && !isTest(from),
  )

  it.each(Object.entries(FEATURE_FOLDERS))('are all in the table of %s', (feature, folders) => {
    expect(foldersOf(feature)).toEqual(Object.keys(folders).sort())
  })

  it('import the earlier folders of their feature only', () => {
    const wrong = within.filter(({ from, to }) => {
      const [feature, folders] =
        Object.entries(FEATURE_FOLDERS).find(([name]) => from.startsWith(`${name}/`)) ?? []
      if (!feature || !folders || !to.startsWith(`${feature}/`)) return false
      const level = (file: string) => {
        const [folder = '', ...rest] = file.slice(feature.length + 1).split('/')
        const order = Object.keys(folders)
        return rest.length === 0 ? order.length : order.indexOf(folder)
      }
      return level(from) < level(to)
    })
    expect(asLines(wrong)).toEqual([])
  })

  it('form no circle; a folder and its subfolders count as several', () => {
    const arrows = within
      .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
      .filter(({ from, to }) => from !== to)
    expect(circles(arrows)).toEqual([])
  })
})

it('one function reads the caller’s address, so that each limit counts the same callers', () => {
  const sources = globSync('server/**/*.ts').filter((file) => !/\.(?:test|fixture)\.ts$/.test(file))
  const readers = sources.filter((file) =>
    /remoteAddress|getConnInfo|header\(['"](?:x-forwarded-for|forwarded|x-real-ip)/.test(
      readFileSync(file, 'utf8'),
    ),
  )
  expect(readers).toEqual(['server/platform/http/caller.ts'])
})

it('move, scroll and resize events are handled at most once in 64 ms, everywhere', () => {
  const listens =
    /'(?:mousemove|pointermove|touchmove|wheel|scroll|resize)'|\bon(?:MouseMove|PointerMove|TouchMove|Wheel|Scroll|Resize)=|new ResizeObserver\(/
  const found = files.filter((file) => roomOf(file) === 'src' && !isTest(file))
  const sources = found.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const listening = sources.filter(({ text }) => listens.test(text))
  expect(listening.length).toBeGreaterThan(2)
  // A drag's preview, one transform per frame, is exempt.
  const unlimited = listening.filter(({ text }) => !/\bthrottle\(/.test(text)).map(({ file }) => file)
  expect(unlimited.sort()).toEqual([
    'src/features/book/calendar/drag/moving-layer.tsx',
    'src/features/book/calendar/drag/pointer-moves.ts',
  ])
})

it('no file finds an element by a class name, which is for styles alone', () => {
  const finds = /\b(?:closest|matches|querySelector(?:All)?)(?:<[\w[\]]+>)?\(\s*['"`][^'"`]*(?<!\w)\.[a-z]/
  const found = files.filter(
    (file) => roomOf(file) === 'src' && !isTest(file) && finds.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual([])
})

/** Groups of files that import one another, each as a sentence (Tarjan's strongly connected components). */
function circles(arrows: readonly Import[]): string[] {
  const targets = Map.groupBy(arrows, ({ from }) => from)
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[] = []

  function visit(file: string): void {
    index.set(file, index.size)
    low.set(file, index.size - 1)
    stack.push(file)
    for (const { to } of targets.get(file) ?? []) {
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) low.set(file, Math.min(low.get(file) ?? 0, low.get(to) ?? 0))
    }
    if (low.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) found.push(group.sort().join(' <-> '))
  }

  for (const file of targets.keys()) if (!index.has(file)) visit(file)
  return found
}

it('one module writes CSV and guards against formulas', () => {
  const writes = /csv-stringify|replaceAll\('"', '""'\)|['"`]\\ufeff/
  const writers = globSync('{domain,contract,build,server,sw,src,scripts}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$/.test(file) && writes.test(readFileSync(file, 'utf8')),
  )
  expect(writers).toEqual(['domain/csv.ts'])
})

it('no wait of a test is bounded below 30 s, and no test fails because something took long', () => {
  const bounds =
    /\b(?:timeout: |actionTimeout: |\.setTimeout\()(\d[\d_]*)\b(?! \*)|\.now\(\) - \w+\)\.toBeLessThan/g
  const found = globSync(
    [
      '{server,src,sw,seal,scripts,domain,contract,build,bench}/**/*.{test,fixture}.{ts,tsx}',
      'tests/**/*.ts',
    ],
    // Lighthouse and its dependencies (bench/package.json).
    { exclude: (name) => name === 'node_modules' },
  )
    // What a page is waited for by itself, and the chaos, which measures.
    .filter((file) => !/^tests\/(?:chaos\/|e2e\/axe\.ts|architecture\.test\.ts)/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(bounds)]
        .filter(([, ms]) => ms === undefined || Number(ms.replaceAll('_', '')) < 30_000)
        .map(([text]) => `${file}: ${text}`),
    )
  expect(found).toEqual([])
})
