import type { ChunkStats } from './chunk-stats.ts'

/** Files of the first load, by address: what the page's HTML names, and what those import at once. */
export function firstLoadScripts(html: string, stats: ChunkStats): string[] {
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.startsWith('<script') || /rel="(?:modulepreload|preload)"/.test(tag))
    .flatMap((tag) => /(?:src|href)="\/([^"]+\.js)"/.exec(tag)?.[1] ?? [])
  const found = new Set<string>()
  const add = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const next of stats[file]?.imports ?? []) add(next)
  }
  for (const file of named) add(file)
  return [...found]
}

/** The npm package that a module belongs to; our own code and the bundler's goes by these names. */
export function packageOf(id: string): string {
  const [, inside] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id.replaceAll('\\', '/')) ?? []
  if (inside) return inside
  return /\/(?:src|domain|contract)\//.test(id) ? '(Enamel)' : '(bundler)'
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
