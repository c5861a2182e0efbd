import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { distDir } from '../../build/build-info.ts'
import { type ChunkStats, chunkWith } from '../../scripts/build/chunk-stats.ts'

/** What is in which file of the build, whose names say nothing. */
export const readChunkStats = async (): Promise<ChunkStats> =>
  JSON.parse(await readFile(path.join(distDir, 'stats.json'), 'utf8'))

/** The address of the file that a source has gone into: '/assets/CsFG7WZE.js'. */
export const addressOf = async (source: string): Promise<string> =>
  `/${chunkWith(source, await readChunkStats())}`
