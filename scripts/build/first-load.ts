import { type ChunkStats, chunkWith, withSlashes } from './chunk-stats.ts'

/** Files of the first load, by address: what the page's HTML names, and what those import at once. */
export function firstLoadScripts(html: string, stats: ChunkStats): string[] {
  const lists = html.matchAll(/<meta name="app" content="([^"]+)"|\bdata-(?:app|also)="([^"]*)"/g)
  const named = [...lists].flatMap(([, meta, data]) => (meta ?? data ?? '').split(' ')).filter(Boolean)
  return withImports(
    named.map((address) => address.slice(1)),
    stats,
  )
}

/**
 * What /dashboard needs in English on top of the entry: the staff pages' frame, which brings the list along, and the
 * texts that both read. A test in the browser (tests/e2e/first-load.spec.ts) holds that nothing else is fetched.
 */
const DASHBOARD_SOURCES = [
  'src/app/staff-area.tsx',
  'src/i18n/locales/en/shell.json',
  'src/i18n/locales/en/appointments.json',
]

/**
 * Files that a signed-in person's first visit to /dashboard loads beyond a first load of /book-appointment, by address.
 * @param pages the HTML of booking and that of all other pages
 * @throws Error when a source of the dashboard is in no chunk, as after it has moved
 */
export function dashboardScripts(pages: { booking: string; shell: string }, stats: ChunkStats): string[] {
  const had = new Set(firstLoadScripts(pages.booking, stats))
  const chunks = DASHBOARD_SOURCES.map((source) => chunkWith(source, stats))
  const all = [...firstLoadScripts(pages.shell, stats), ...withImports(chunks, stats)]
  return [...new Set(all)].filter((file) => !had.has(file))
}

/** Files with all that they import at once, in turn. */
export function withImports(files: readonly string[], stats: ChunkStats): string[] {
  const found = new Set<string>()
  const add = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const next of stats[file]?.imports ?? []) add(next)
  }
  for (const file of files) add(file)
  return [...found]
}

/** What packageOf calls our own code. */
export const OWN = '(Enamel)'

/** The npm package that a module belongs to; our own code and the bundler's goes by these names. */
export function packageOf(id: string): string {
  const [, inside] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(withSlashes(id)) ?? []
  if (inside) return inside
  return /\/(?:src|domain|contract)\//.test(id) ? OWN : '(bundler)'
}

/**
 * Shares a chunk's bytes on the wire among packages by their part of its code before minifying:
 * compression mixes them, so that this is an estimate, good enough to see who is large.
 */
export function bytesByPackage(
  files: readonly { name: string; wireBytes: number }[],
  stats: ChunkStats,
): [name: string, bytes: number][] {
  const sums = new Map<string, number>()
  for (const { name, wireBytes } of files) {
    const modules = stats[name]?.modules ?? []
    const total = modules.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { id, bytes } of modules) {
      const key = packageOf(id)
      sums.set(key, (sums.get(key) ?? 0) + (wireBytes * bytes) / total)
    }
  }
  return [...sums].sort(([, a], [, b]) => b - a)
}
