import type { Plugin } from 'vite'

/**
 * What a chunk holds: which chunks it needs at once, the module that it was made for, and of each module the bytes
 * before minifying and the modules that it fetches later. The budget, the precache and the styles of the page go by it.
 * Modules go by the paths of their sources.
 */
export type ChunkStats = Record<
  string,
  { isEntry: boolean; imports: string[]; madeFor?: string; modules: ModuleStats[] }
>

type ModuleStats = { id: string; bytes: number; lazy?: string[] }

/** Writes stats.json beside the chunks of the client build. */
export function chunkStats(): Plugin {
  return {
    name: 'enamel-chunk-stats',
    apply: 'build',
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      const lazyOf = (id: string) => {
        const lazy = [...(this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])]
        return lazy.length > 0 ? { lazy } : {}
      }
      const stats: ChunkStats = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        stats[chunk.fileName] = {
          isEntry: chunk.isEntry,
          imports: chunk.imports,
          ...(chunk.facadeModuleId ? { madeFor: chunk.facadeModuleId } : {}),
          modules: Object.entries(chunk.modules)
            .map(([id, module]) => ({ id, bytes: module.renderedLength, ...lazyOf(id) }))
            .filter(({ bytes }) => bytes > 0),
        }
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
  const holds = ([, { modules }]: [string, ChunkStats[string]]) =>
    modules.some(({ id }) => isSource(id, source))
  const found = Object.entries(stats).find(holds)
  if (!found) throw new Error(`${source} is in no chunk of the build.`)
  return found[0]
}

export const isSource = (id: string, source: string) => withSlashes(id).endsWith(`/${source}`)

export const withSlashes = (id: string) => id.replaceAll('\\', '/')
