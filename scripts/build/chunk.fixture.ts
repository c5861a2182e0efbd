import type { ChunkStats } from './chunk-stats.ts'

/** How the bundler names a source, on Windows. */
export const id = (source: string) => `C:\\project\\src\\${source.replaceAll('/', '\\')}`

/** A chunk with these sources; what a source fetches later stands after it. */
export const chunk = (imports: string[], modules: Record<string, string[]>): ChunkStats[string] => ({
  isEntry: false,
  imports,
  modules: Object.entries(modules).map(([source, lazy]) => ({
    id: id(source),
    bytes: 1,
    lazy: lazy.map(id),
  })),
})
