import { type ChunkStats, chunkWith, isSource, withSlashes } from './chunk-stats.ts'

/** Texts are fetched by name, so that no import shows which page reads them; namespaces.ts declares it. */
export const TEXTS = /\/src\/i18n\/locales\/([^/]+)\/([^/]+)\.json$/

/** Chunks with all that they need at once and fetch later, in turn; texts apart, and not into these modules. */
export function reach(
  chunks: Iterable<string>,
  stats: ChunkStats,
  notInto: readonly string[] = [],
): Set<string> {
  const found = new Set<string>()
  const add = (chunk: string) => {
    if (found.has(chunk) || !stats[chunk]) return
    found.add(chunk)
    const later = lazyOf(chunk, stats).filter((id) => !notInto.includes(id) && !TEXTS.test(withSlashes(id)))
    for (const next of [...stats[chunk].imports, ...chunksOf(later, stats)]) add(next)
  }
  for (const chunk of chunks) add(chunk)
  return found
}

/** The modules that a chunk, or one source in it, fetches later. */
export function lazyOf(chunk: string, stats: ChunkStats, source = ''): string[] {
  const modules = stats[chunk]?.modules.filter(({ id }) => !source || isSource(id, source))
  return modules?.flatMap(({ lazy = [] }) => lazy) ?? []
}

/** The chunks that bring modules along; one that only hands others on has no bytes and so is in none by itself. */
export function chunksOf(ids: readonly string[], stats: ChunkStats): string[] {
  return ids.flatMap((id) =>
    Object.keys(stats).filter(
      (chunk) => stats[chunk]?.madeFor === id || stats[chunk]?.modules.some((module) => module.id === id),
    ),
  )
}

/**
 * A source as others name it.
 * @throws Error when it is in no chunk, as after it has moved
 */
export function moduleOf(source: string, stats: ChunkStats): string {
  const { modules = [] } = stats[chunkWith(source, stats)] ?? {}
  return modules.find(({ id }) => isSource(id, source))?.id ?? source
}
