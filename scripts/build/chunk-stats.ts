import type { Plugin } from 'vite'

/** What a chunk holds, for scripts/budget.ts: bytes before minifying by module, and which chunks it needs at once. */
export type ChunkStats = Record<
  string,
  { isEntry: boolean; imports: string[]; modules: { id: string; bytes: number }[] }
>

/** Writes stats.json beside the chunks of the client build. */
export function chunkStats(): Plugin {
  return {
    name: 'enamel-chunk-stats',
    apply: 'build',
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      const stats: ChunkStats = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        stats[chunk.fileName] = {
          isEntry: chunk.isEntry,
          imports: chunk.imports,
          modules: Object.entries(chunk.modules)
            .map(([id, module]) => ({ id, bytes: module.renderedLength }))
            .filter(({ bytes }) => bytes > 0),
        }
      }
      this.emitFile({ type: 'asset', fileName: 'stats.json', source: JSON.stringify(stats) })
    },
  }
}
