import type { Plugin } from 'vite'

/**
 * Content of a chunk: the chunks it needs at once, and the size of each module before minifying. The budget and tests
 * use it. Modules have the paths of their sources.
 */
export type ChunkStats = Record<string, { imports: string[]; modules: { id: string; bytes: number }[] }>

/** Writes stats.json beside the chunks of the client build. */
export function chunkStats(): Plugin {
  return {
    name: 'enamel-chunk-stats',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const stats: ChunkStats = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const modules = Object.entries(chunk.modules).map(([id, { renderedLength }]) => ({
          id: id.replaceAll('\\', '/'),
          bytes: renderedLength,
        }))
        stats[chunk.fileName] = { imports: chunk.imports, modules }
      }
      this.emitFile({ type: 'asset', fileName: 'stats.json', source: JSON.stringify(stats) })
    },
  }
}

/**
 * The chunk that a source has gone into.
 * @param source from the project's folder on, with forward slashes: 'src/app/main.tsx'
 * @throws Error when it is in none, as after it has moved
 */
export function chunkWith(source: string, stats: ChunkStats): string {
  const found = Object.entries(stats).find(([, { modules }]) =>
    modules.some(({ id }) => id.endsWith(`/${source}`)),
  )
  if (!found) throw new Error(`${source} is in no chunk of the build.`)
  return found[0]
}

/** Files with all that they import at once, in turn. */
export function withImports(files: readonly string[], stats: ChunkStats): string[] {
  const found = new Set(files)
  for (const file of found) for (const next of stats[file]?.imports ?? []) found.add(next)
  return [...found]
}
