import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { fileHeaders } from '../../server/operations/web/security-headers.ts'
import { BOOKING_PAGE, SHELL_PAGE } from '../../sw/pages.ts'
import { type PrecacheEntry, precacheOf } from '../../sw/precache.ts'
import { pageSources } from './page.ts'
import { MAIN, neededBy, ONLINE, type PartOfTexts, STAFF, textsIn } from './who-needs.ts'

/** Cached pages: the address that the server answers with them, and their file. */
const PAGES: Record<string, string> = {
  [BOOKING_PAGE]: 'book-appointment.html',
  [SHELL_PAGE]: 'index.html',
}
/** The files that these ask for by themselves, which have no hash in the name. */
const NAMED = ['/icons/mark.svg', '/manifest.webmanifest']

/** Devices that cache texts; a part that is not named here is cached nowhere. */
const KEPT_WITH: Partial<Record<PartOfTexts, 'booking' | 'staff'>> = {
  first: 'booking',
  patients: 'booking',
  dashboard: 'staff',
  staff: 'staff',
}

/** The file, from the built folder on, that the server sends for an address of the precache. */
export const fileOf = (url: string) => PAGES[url] ?? url.slice(1)

type Whose = Omit<PrecacheEntry, 'url' | 'revision'>

/**
 * Lists the files of a build that the worker stores, and for whom: for everyone, where staff work, and in a chosen
 * language.
 * @param apiBaseUrl of the served pages
 * @returns a plugin that reads them from the build, and a function that makes the worker's list of all its files
 */
export function keptFiles(apiBaseUrl: string) {
  const whose = new Map<string, Whose>()
  let folder = ''
  const plugin: Plugin = {
    name: 'enamel-kept-files',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved: ({ root, build: { outDir } }) => {
      folder = path.resolve(root, outDir)
    },
    generateBundle(_options, bundle) {
      const everyone = neededBy([MAIN], this, { without: [...STAFF, ONLINE], later: true })
      const staff = neededBy([MAIN, ...STAFF], this, { without: [ONLINE], later: true })
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
      const keep = (chunk: Rolldown.OutputChunk, entry: Whose) => {
        if (whose.has(`/${chunk.fileName}`)) return
        whose.set(`/${chunk.fileName}`, entry)
        for (const { fileName } of chunks.filter(({ fileName }) => chunk.imports.includes(fileName)))
          keep(bundle[fileName] as Rolldown.OutputChunk, { part: entry.part })
      }
      const keepAll = (modules: Set<string>, entry: Whose) => {
        for (const chunk of chunks) if (chunk.moduleIds.some((id) => modules.has(id))) keep(chunk, entry)
      }
      keepAll(everyone, { part: 'booking' })
      for (const chunk of chunks) {
        const texts = chunk.moduleIds.map(textsIn)[0]
        const part = texts && KEPT_WITH[texts.part]
        if (part) keep(chunk, { part, ...(texts.language !== 'en' && { language: texts.language }) })
      }
      keepAll(staff, { part: 'staff' })
    },
  }
  /** @param files as Workbox finds them, with their revisions */
  async function list(files: readonly { url: string; revision: string | null; size: number }[]) {
    const revisions = new Map(files.map(({ url, revision }) => [url, revision]))
    const pages = await Promise.all(
      Object.entries(PAGES).map(async ([url, file]) => {
        const html = await readFile(path.join(folder, file), 'utf8')
        // Cached with its headers: a changed policy is a changed page.
        const headers = fileHeaders(apiBaseUrl, pageSources(html))
        return { url, revision: hashOf(html + JSON.stringify(headers)), part: 'booking' as const }
      }),
    )
    // The booking page in another language (scripts/build/prerender.ts).
    const languagePages = [...revisions.keys()].flatMap((file) => {
      const [, language] = /^assets\/page-(\w\w)-[^/]*\.json$/.exec(file) ?? []
      return language
        ? [{ url: `/${file}`, revision: null, part: 'booking' as const, language, isPage: true }]
        : []
    })
    const manifest: PrecacheEntry[] = [
      ...pages,
      ...NAMED.map((url) => ({
        url,
        revision: revisions.get(fileOf(url)) ?? null,
        part: 'booking' as const,
      })),
      ...languagePages,
      // An entry that only imports has no file.
      ...[...whose].flatMap(([url, entry]) =>
        revisions.has(fileOf(url)) ? [{ url, revision: null, ...entry }] : [],
      ),
    ]
    await writeFile(path.join(folder, 'precache.json'), JSON.stringify(precacheOf(manifest)))
    return { manifest: manifest.map((entry) => ({ ...entry, size: 0 })) }
  }
  return { plugin, list }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)
