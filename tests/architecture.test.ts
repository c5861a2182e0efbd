import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { INPUTS } from '../build/inputs.ts'

/*
 * Which room may import which. docs/architecture.md says it; this reads every import of the repository, types and
 * tests included, and says in its failure which line goes the wrong way.
 */

/** Rooms outside of the page, and what each may import besides itself. */
const ROOMS: Record<string, readonly string[]> = {
  domain: [],
  'clinic.config.ts': ['domain'],
  contract: ['domain'],
  // How answers are sealed and stored on a device, which the page and the service worker share.
  seal: ['domain', 'contract'],
  // What describes the build and starts it: below the server, which builds at its start what is out of date.
  build: [],
  // The server seals what a tablet fetches without anybody signed in.
  server: ['domain', 'contract', 'seal', 'build', 'clinic.config.ts'],
  sw: ['contract', 'seal'],
  src: ['domain', 'contract', 'seal'],
  scripts: ['domain', 'contract', 'build', 'server', 'src', 'sw', 'clinic.config.ts'],
  tests: [
    'domain',
    'contract',
    'seal',
    'build',
    'server',
    'src',
    'sw',
    'clinic.config.ts',
    'playwright.config.ts',
    'scripts',
  ],
  bench: ['domain', 'contract', 'build', 'server', 'sw', 'clinic.config.ts', 'scripts', 'tests'],
  // Settings of the tools, in the root.
  'vite.config.ts': ['build', 'scripts'],
  'vitest.config.ts': ['build', 'scripts', 'tests'],
  'vitest.long.config.ts': ['tests'],
  'playwright.config.ts': ['scripts'],
}

/** Which packages, and parts of Node, a room may import; `scripts` and `bench` any. */
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

/** The rooms of the page, lowest first: each imports itself and what stands before it. */
const PAGE_ROOMS = [
  'foundation',
  'i18n',
  'http',
  'device',
  'theme',
  'session',
  'api',
  'offline',
  'live',
  'ui',
  'features',
  'app',
] as const

/**
 * The groups of the server, lowest first: each imports itself and what stands before it. The files beside the groups
 * stand above them and compose all of it.
 */
const SERVER_GROUPS: readonly string[] = [
  'platform',
  'accounts',
  'patients',
  'messages',
  'book',
  'integrations',
  'operations',
]

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
const pageRoomOf = (file: string) => {
  const [, room = '', ...rest] = file.split('/')
  return rest.length === 0 ? 'foundation' : room
}
const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]
/** Where a file of the server stands among its groups; -1: in none. */
function levelOf(file: string): number {
  const [, group = '', ...rest] = file.split('/')
  if (rest.length === 0) return SERVER_GROUPS.length
  return SERVER_GROUPS.indexOf(group)
}
/** A folder of a group, with all that is in it. */
const folderOf = (file: string) => file.split('/').slice(1, 3).join('/')
/** A test may look at its unit through what stands above it. */
const serverImports = imports.filter(
  ({ from, to }) => !isTest(from) && roomOf(from) === 'server' && roomOf(to) === 'server',
)
const asLines = (wrong: readonly Import[]) => wrong.map(({ from, to }) => `${from} imports ${to}`)

describe('imports go one way', () => {
  it('reads the imports of the whole repository', () => {
    expect(imports.length).toBeGreaterThan(2_000)
    expect(files.filter((file) => !(roomOf(file) in ROOMS))).toEqual([])
  })

  it('lets a room import the rooms below it only', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [roomOf(from), roomOf(to)]
      // A test beside its unit may use what all tests share, and the clinic's own facts.
      if (isTest(from) && ['tests', 'clinic.config.ts'].includes(there)) return false
      return here !== there && !ROOMS[here]?.includes(there)
    })
    expect(asLines(wrong)).toEqual([])
  })

  it('lets a room import the packages that it may', () => {
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

  it('are in the documentation as they are here', () => {
    const page = readFileSync('docs/architecture.md', 'utf8')
    const rows = [...page.matchAll(/^\| `(\w+)\/` \| [^|]+ \| ([^|]*)\|$/gm)].map(([, room, others = '']) => [
      room,
      [...others.matchAll(/`(\w+)`/g)].map(([, other]) => other),
    ])
    const documented = Object.entries(ROOMS)
      .filter(([room]) => !room.includes('.') && room !== 'tests' && room !== 'bench')
      .map(([room, others]) => [room, others.filter((other) => !other.includes('.'))])
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(documented))
  })

  it('lets a folder of the page import the folders below it only', () => {
    const level = (file: string) => PAGE_ROOMS.indexOf(pageRoomOf(file) as (typeof PAGE_ROOMS)[number])
    // A test may look at its unit through what stands above it.
    const within = imports.filter(
      ({ from, to }) => !isTest(from) && roomOf(from) === 'src' && roomOf(to) === 'src',
    )
    expect(asLines(within.filter(({ from, to }) => level(from) < level(to)))).toEqual([])
    expect(files.filter((file) => roomOf(file) === 'src' && level(file) < 0)).toEqual([])
  })

  it('lets a group of the server import the groups below it only', () => {
    const wrong = serverImports.filter(({ from, to }) => levelOf(from) < levelOf(to))
    expect(asLines(wrong)).toEqual([])
    expect(files.filter((file) => roomOf(file) === 'server' && levelOf(file) < 0)).toEqual([])
  })

  it('names the groups of the server and their folders in the documentation', () => {
    const page = readFileSync('docs/architecture.md', 'utf8')
    const rows = [...page.matchAll(/^\| `server\/(\w+)\/` \| [^|]+ \| ([^|]*)\|$/gm)].map(
      ([, group, folders = '']) => [
        group,
        [...folders.matchAll(/`([\w-]+)`/g)].map(([, folder]) => folder).sort(),
      ],
    )
    const there = SERVER_GROUPS.map((group) => [
      group,
      readdirSync(`server/${group}`, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort(),
    ])
    expect(rows).toEqual(there)
  })

  it('lets no folders of a group of the server import one another', () => {
    const within = serverImports
      .filter(({ from, to }) => levelOf(from) === levelOf(to))
      .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    expect(circles(within)).toEqual([])
  })

  it('keeps features apart: what two of them need stands below them', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [featureOf(from), featureOf(to)]
      return here && there && here !== there
    })
    expect(asLines(wrong)).toEqual([])
  })

  it('lets domain/clinic-time.ts alone turn a day into an instant', () => {
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

  it('counts all that the build reads among its inputs, or a change of it would build nothing', () => {
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

  it('has no circle', () => {
    expect(circles(imports)).toEqual([])
  })
})

/**
 * The folders of large features, lowest first: each imports itself and what stands before it. Files beside the folders
 * stand last, since they put all of it together.
 */
const FEATURE_FOLDERS: Record<string, readonly string[]> = {
  // A day's arithmetic, which all of them share; what is shown, open or being moved; who books, and what is booked; then
  // the two views, of which the calendar has the most beside it.
  'src/features/book': ['day', 'state', 'desk', 'visit', 'list', 'beside', 'calendar'],
  // What is chosen and typed, what steps are built of, then a folder a step, in the wizard's order.
  'src/features/booking': ['state', 'step', 'validation', 'personal', 'details', 'confirmation'],
}

describe('folders of the page', () => {
  const within = imports.filter(
    ({ from, to }) => roomOf(from) === 'src' && roomOf(to) === 'src' && !isTest(from),
  )

  it.each(Object.entries(FEATURE_FOLDERS))('are all in the table of %s', (feature, folders) => {
    const there = readdirSync(feature, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(there.map(({ name }) => name).sort()).toEqual([...folders].sort())
  })

  it('stand in the documentation in the same order', () => {
    const page = readFileSync('docs/architecture.md', 'utf8')
    for (const [feature, folders] of Object.entries(FEATURE_FOLDERS))
      expect(page).toContain(`\n${feature.slice('src/'.length)}: ${folders.join(' < ')}\n`)
  })

  it('import the folders of their feature that stand before them', () => {
    const wrong = within.filter(({ from, to }) => {
      const [feature, folders] =
        Object.entries(FEATURE_FOLDERS).find(([name]) => from.startsWith(`${name}/`)) ?? []
      if (!feature || !folders || !to.startsWith(`${feature}/`)) return false
      const level = (file: string) => {
        const [folder = '', ...rest] = file.slice(feature.length + 1).split('/')
        return rest.length === 0 ? folders.length : folders.indexOf(folder)
      }
      return level(from) < level(to)
    })
    expect(asLines(wrong)).toEqual([])
  })

  it('form no circle: a folder and the folders in it are several', () => {
    const arrows = within
      .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
      .filter(({ from, to }) => from !== to)
    expect(circles(arrows)).toEqual([])
  })
})

it('reads where a call came from in one place, so that each limit counts the same callers', () => {
  const sources = globSync('server/**/*.ts').filter((file) => !/\.(?:test|fixture)\.ts$/.test(file))
  const readers = sources.filter((file) =>
    /remoteAddress|getConnInfo|header\(['"](?:x-forwarded-for|forwarded|x-real-ip)/.test(
      readFileSync(file, 'utf8'),
    ),
  )
  expect(readers).toEqual(['server/platform/http/caller.ts'])
})

it('handles moves, scrolling and resizing at most once in 64 ms, everywhere', () => {
  const listens =
    /'(?:mousemove|pointermove|touchmove|wheel|scroll|resize)'|\bon(?:MouseMove|PointerMove|TouchMove|Wheel|Scroll|Resize)=|new ResizeObserver\(/
  const found = files.filter((file) => roomOf(file) === 'src' && !isTest(file))
  const sources = found.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const listening = sources.filter(({ text }) => listens.test(text))
  expect(listening.length).toBeGreaterThan(2)
  // A drag's preview, one transform per frame, is exempt.
  const unlimited = listening.filter(({ text }) => !/\blimited\(/.test(text)).map(({ file }) => file)
  expect(unlimited.sort()).toEqual([
    'src/features/book/calendar/drag/pointer-moves.ts',
    'src/features/book/calendar/drag/use-moving.ts',
  ])
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

it('CSV is written in one place, which guards against formulas', () => {
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
    // Lighthouse and what it needs (bench/package.json).
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
