import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, minifySync, type PluginOption } from 'vite'
import { type BuildInfo, distDir, root } from '../../build/build-info.ts'
import { inputsHash } from '../../build/inputs.ts'
import type { Clinic } from '../../domain/clinic.ts'
import { fileHeaders } from '../../server/web/security-headers.ts'
import type { Prerendered, PrerenderedStart, PrerenderedVisit } from '../../src/app/prerendered.ts'
import type { LanguagePage } from '../../sw/in-language.ts'
import { type Precache, type PrecacheEntry, precacheOf } from '../../sw/precache.ts'
import { bakedIn, clinicOfBuild } from './baked-in.ts'
import { type ChunkStats, chunkWith } from './chunk-stats.ts'
import { compressFolder } from './compress.ts'
import { writeDocs } from './docs/write-docs.ts'
import { firstLoadScripts, withImports } from './first-load.ts'
import { chunksOfBookingPage, withOwnMap } from './own-import-map.ts'
import { type BuiltPage, prerenderedPage, shellPage, visitPage } from './page.ts'
import type { Kept } from './precache.ts'
import { precacheParts } from './precache-parts.ts'
import { serviceWorker } from './service-worker.ts'
import { dropUnusedVariables, sourcesIn } from './unused-variables.ts'
import { shortName, staffTemplate, writeManifests } from './web-manifest.ts'

const WORK = '.work-'
/** Starts the app in the pages of booking and of staff, which have the other two for themselves. */
const EARLY_APP = 'early-app.js'
const EARLY_BOOKING = 'early-booking.js'
const EARLY_STAFF = 'early-staff.js'
/** Runs before the app (scripts/build/chunk-groups.ts). */
const BOOKING = 'src/features/booking/booking-page.tsx'

type PrerenderModule = {
  prerenderBooking: (clinic: Pick<Clinic, 'locations'>) => Promise<Prerendered>
  prerenderStart: () => Promise<PrerenderedStart>
  prerenderVisit: () => Promise<PrerenderedVisit>
}

/**
 * Builds the page into dist/: chunks, the prerendered booking page, the shell, the service worker that keeps them, the
 * documentation, and all of them compressed.
 * The caller holds the build lock. It works in a folder of its own and swaps at the end, so that a build cut short leaves none or the old one.
 */
export async function buildPage(): Promise<BuildInfo> {
  const inputs = await inputsHash(root, process.env)
  await clearLeftovers()
  const work = path.join(distDir, `${WORK}${process.pid}`)
  const client = path.join(work, 'client')
  let info: BuildInfo | undefined
  let precache: Precache | undefined
  const finish = async () => {
    const { kept, ...rest } = await finishPages(work, client)
    info = { inputs, ...rest }
    return kept
  }
  try {
    const onList = (entries: PrecacheEntry[]) => {
      precache = precacheOf(entries)
    }
    const worker = serviceWorker(finish, onList, bakedIn(process.env).apiBaseUrl)
    await viteBuild({ outDir: client }, [worker])
    if (!info || !precache) throw new Error('The build ended without pages or without their worker.')
    await writeFile(path.join(work, 'precache.json'), JSON.stringify(precache))
    // After the worker's list is written: it keeps none of them.
    await writeDocs(root, client, bakedIn(process.env).name)
    await compressFolder(client)
    await publish(work, info)
    return info
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Makes of the client build what is served: the prerendered page, the shell and the web manifests. */
async function finishPages(
  work: string,
  client: string,
): Promise<Omit<BuildInfo, 'inputs'> & { kept: Kept }> {
  const { name: clinicName, apiBaseUrl } = bakedIn(process.env)
  await viteBuild({ outDir: path.join(work, 'ssr'), ssr: 'src/app/prerender.tsx' })
  const template = await readFile(path.join(client, 'index.html'), 'utf8')
  const prerender: PrerenderModule = await import(pathToFileURL(path.join(work, 'ssr/prerender.js')).href)

  const description = `Book an appointment at ${clinicName} online: choose a free day and time, and get a confirmation by email.`
  const stats: ChunkStats = JSON.parse(await readFile(path.join(client, 'stats.json'), 'utf8'))
  const rendered = await prerender.prerenderBooking(clinicOfBuild())
  const prerendered = {
    ...rendered,
    baseCss: dropUnusedVariables(rendered.baseCss, await sourcesIn(stats)),
  }
  const head = { title: clinicName, description, shortName: shortName(clinicName) }
  const early = await minified(path.join(client, 'early.js'))
  const inPage = async (name: string) => {
    const file = path.join(client, name)
    const own = await minified(file)
    await rm(file)
    return own
  }
  const startOfApp = await inPage(EARLY_APP)
  const bookingScript = startOfApp + (await inPage(EARLY_BOOKING))
  const chunks = chunksOfBooking(stats)
  const ofBooking = withOwnMap(template, chunksOfBookingPage([...entryOf(stats), ...chunks], stats))
  const booking = prerenderedPage(ofBooking, head, prerendered, {
    earlyScript: early,
    bookingScript,
    also: chunks,
  })
  const pages: BuildInfo['pages'] = {}
  const writePage = async (file: string, { html, ...sources }: BuiltPage) => {
    pages[`/${file}`] = sources
    await writeFile(path.join(client, file), html)
  }
  const languagePages: Record<string, string> = {}
  for (const [iso, { title, html, withoutScript }] of Object.entries(prerendered.languages)) {
    const texts = ['booking', 'common'].map((name) =>
      chunkWith(`src/i18n/locales/${iso}/${name}.json`, stats),
    )
    const inLanguage = { ...prerendered, title, html, withoutScript }
    const page = prerenderedPage(ofBooking, head, inLanguage, {
      earlyScript: early,
      bookingScript,
      also: [...chunks, ...texts],
      iso,
    })
    await writePage(`book-appointment.${iso}.html`, page)
    if (page.styleHashes.join() !== booking.styleHashes.join())
      throw new Error(`The booking page in ${iso} has other rules than in English.`)
    const kept: LanguagePage = { title, html }
    languagePages[iso] = await writeHashed(client, JSON.stringify(kept))
  }
  const start = await prerender.prerenderStart()
  const shell = shellPage(staffTemplate(template), head, prerendered.baseCss, start, {
    earlyScript: `${early};${startOfApp}${await inPage(EARLY_STAFF)}`,
  })
  const ownVisit = await prerender.prerenderVisit()
  const visit = visitPage(
    await readFile(path.join(client, 'visit.html'), 'utf8'),
    head,
    { ...ownVisit, title: `${ownVisit.title} | ${clinicName}`, baseCss: prerendered.baseCss },
    early,
  )
  await writePage('visit.html', visit)
  await writeManifests(client, { name: clinicName }, description)
  await writePage('book-appointment.html', booking)
  await writePage('index.html', shell)
  await rename(path.join(client, 'stats.json'), path.join(work, 'stats.json'))
  await rm(path.join(client, 'importmap.json'))

  // Of a visit nothing is kept.
  const html = [booking, shell].map((page) => page.html)
  const parts = precacheParts(
    html.flatMap((page) => firstLoadScripts(page, stats)),
    stats,
  )
  const headers = (file: string) => fileHeaders(apiBaseUrl, pages[`/${file}`])
  return { pages, apiBaseUrl, kept: { parts, html, languagePages, headers } }
}

/** Writes a file under a name with its content's hash. @returns its address */
async function writeHashed(client: string, text: string, suffix = '.json'): Promise<string> {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  const address = `/assets/${hash}${suffix}`
  await writeFile(path.join(client, address), text)
  return address
}

/** Minifies a script in its place, which Vite does not do in public/. @returns its text */
async function minified(file: string): Promise<string> {
  const own = `(()=>{${await readFile(file, 'utf8')}})()`
  const { code, errors } = minifySync(path.basename(file), own)
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(', ')}`)
  const text = code.trim()
  await writeFile(file, text)
  return text
}

/** What builds cut short left behind; the caller holds the lock, so that none of it is in use. */
async function clearLeftovers(): Promise<void> {
  const names = await readdir(distDir).catch(() => [])
  const leftovers = names.filter((name) => name.startsWith(WORK))
  await Promise.all(leftovers.map((name) => rm(path.join(distDir, name), { recursive: true, force: true })))
}

async function viteBuild(
  options: { outDir: string; ssr?: string },
  plugins: PluginOption[] = [],
): Promise<void> {
  await build({
    root,
    plugins,
    mode: 'production',
    logLevel: 'warn',
    build: {
      ...options,
      emptyOutDir: true,
      copyPublicDir: !options.ssr,
      ...(!options.ssr && { rolldownOptions: { input: ['index.html', 'visit.html'] } }),
      // Chunks import one another by names that outlive their contents (docs/decisions/057-how-a-page-starts.md). Node has no
      // import maps.
      chunkImportMap: !options.ssr,
    },
  })
}

/** The files of the first step that the entry does not bring along already. */
function chunksOfBooking(stats: ChunkStats): string[] {
  return beyond(entryOf(stats), [BOOKING], stats)
}

const entryOf = (stats: ChunkStats) => [chunkWith('src/app/main.tsx', stats)]

/** The files of some sources that these chunks do not bring along. */
function beyond(chunks: readonly string[], sources: readonly string[], stats: ChunkStats): string[] {
  const had = new Set(withImports(chunks, stats))
  const wanted = sources.map((source) => chunkWith(source, stats))
  return withImports(wanted, stats).filter((chunk) => !had.has(chunk))
}

/** Puts a finished build in place. build.json goes first and comes last: without it nothing counts as built. */
async function publish(work: string, info: BuildInfo): Promise<void> {
  const final = (name: string) => path.join(distDir, name)
  await rm(final('build.json'), { force: true })
  await rm(final('client'), { recursive: true, force: true })
  await rename(path.join(work, 'client'), final('client'))
  for (const name of ['stats.json', 'precache.json']) await rename(path.join(work, name), final(name))
  await writeFile(path.join(work, 'build.json'), `${JSON.stringify(info, null, 2)}\n`)
  await rename(path.join(work, 'build.json'), final('build.json'))
}
