import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = fileURLToPath(new URL('../', import.meta.url))

/** Folder of the built page: `client/` is served, the rest describes it. */
export const distDir = path.join(root, 'dist')

/** Content-Security-Policy sources of the inline blocks of one page, without quotes. */
export type PageSources = {
  /** Hashes of its style blocks. */
  styleHashes: readonly string[]
  /** Hashes of its scripts: the import map, and those that run before the first paint. */
  scriptHashes: readonly string[]
}

/** Content of dist/build.json, written last: if it exists, the build is complete. */
export type BuildInfo = {
  /** Hash of everything that the page was built from. */
  inputs: string
  /** Sources of each page with inline blocks, by its address as a file (`/index.html`). */
  pages: Record<string, PageSources>
  /** Base address of the API for the page: a path, or an origin with a path that the policy must allow. */
  apiBaseUrl: string
}

/** Reads the built page, or undefined when there is no complete build. */
export async function readBuildInfo(folder = distDir): Promise<BuildInfo | undefined> {
  try {
    return JSON.parse(await readFile(path.join(folder, 'build.json'), 'utf8')) as BuildInfo
  } catch {
    return undefined
  }
}
