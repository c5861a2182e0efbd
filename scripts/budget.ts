import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { buildIfStale } from '../build/build-if-stale.ts'
import { distDir } from '../build/build-info.ts'
import type { Precache } from '../sw/precache.ts'
import { type ChunkStats, chunkWith, withSlashes } from './build/chunk-stats.ts'
import {
  bytesByPackage,
  dashboardScripts,
  firstLoadScripts,
  OWN,
  packageOf,
  withImports,
} from './build/first-load.ts'
import { fileOf } from './build/precache.ts'

/*
 * Size limits on the wire (JavaScript, brotli) for the first load of /book-appointment and what /dashboard
 * adds, and on the device for the files that the service worker caches uncompressed. A KB is 1,000 bytes, the
 * stricter reading.
 */
const BOOKING = { limit: 160_000, aim: 150_000 }
/** What staff need beyond the first load, beside which nobody notices some kilobytes: the aim is where one looks again. */
const DASHBOARD = { limit: 135_000, aim: 125_000 }
/** The booking page itself in each of its languages, brotli: a slow line brings it before anything else. */
const PAGE_LIMIT = 14_000
/** Page, scripts and icon together. */
const MOST_REQUESTS = 8
/** The scripts of a visit's own page, which starts by itself. */
const OWN_VISIT = { limit: 200_000, aim: 110_000 }
/** Later steps load these; each would cost a slow phone a second. */
const NOT_IN_FIRST_LOAD = ['@mui/x-date-pickers', 'dayjs', '@tanstack/react-query', 'valibot']
const PACKAGES_LISTED = 12
/** What a language adds to the first load of the public page, brotli. */
const LANGUAGE_LIMIT = 6_000
/**
 * What the worker stores on every device, uncompressed; with the part of staff, where staff work; and with one language
 * besides English. Charts and forms that need the server are not stored (scripts/build/precache-parts.ts).
 */
const KEPT_LIMIT = { everyone: 800_000, staff: 1_500_000, language: 112_000 }
/** What a changed line of ours may cost a device of staff, on the wire (bench/update.ts measures it). */
const UPDATE_LIMIT = 150_000
const LARGEST_LISTED = 12

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

await buildIfStale(console.log)
const client = path.join(distDir, 'client')
const [booking = '', shell = ''] = await Promise.all(
  ['book-appointment.html', 'index.html'].map((name) => readFile(path.join(client, name), 'utf8')),
)
const stats: ChunkStats = JSON.parse(await readFile(path.join(distDir, 'stats.json'), 'utf8'))
const faults: string[] = []

const firstLoad = await weighed(firstLoadScripts(booking, stats))
const requests =
  1 + firstLoad.length + [...booking.matchAll(/<link[^>]+rel="(?:icon|manifest|stylesheet)"/g)].length
report(`First load of /book-appointment, in ${requests} requests`, firstLoad, BOOKING)
if (requests > MOST_REQUESTS) faults.push(`It takes ${requests} requests; the limit is ${MOST_REQUESTS}.`)
const held = new Set(
  firstLoad.flatMap(({ name }) => stats[name]?.modules.map(({ id }) => packageOf(id)) ?? []),
)
for (const name of NOT_IN_FIRST_LOAD) {
  if (held.has(name)) faults.push(`It holds ${name}, which belongs to a later chunk.`)
}
const pages = (await readdir(client)).filter((name) => /^book-appointment(?:\.\w\w)?\.html$/.test(name))
await reportPages(pages.sort(), PAGE_LIMIT)
report('Beyond it /dashboard', await weighed(dashboardScripts({ booking, shell }, stats)), DASHBOARD)
const visit = await readFile(path.join(client, 'visit.html'), 'utf8')
const ofVisit = [...visit.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, name = '']) => name)
report('The page of a visit', await weighed(ofVisit), OWN_VISIT)
await reportPages(['visit.html'], PAGE_LIMIT)
await reportLanguages()
const precache: Precache = JSON.parse(await readFile(path.join(distDir, 'precache.json'), 'utf8'))
await reportPrecache(precache)
await reportUpdate(precache)

for (const fault of faults) console.error(`Budget: ${fault}`)
if (faults.length > 0) process.exitCode = 1

type Weighed = { name: string; wireBytes: number }

async function sizeOf(name: string): Promise<number> {
  return (await stat(path.join(client, name))).size
}

/** Bytes on the wire. A file that compression does not shrink has no compressed copy. */
function weighed(names: readonly string[]): Promise<Weighed[]> {
  return Promise.all(
    names.map(async (name) => ({ name, wireBytes: await sizeOf(`${name}.br`).catch(() => sizeOf(name)) })),
  )
}

function report(
  what: string,
  files: readonly Weighed[],
  { limit, aim }: { limit: number; aim: number },
): void {
  const total = files.reduce((sum, { wireBytes }) => sum + wireBytes, 0)
  const within = total > aim ? `over the aim of ${kb(aim)}` : `within the aim of ${kb(aim)}`
  console.log(`${what}: ${kb(total)} of JavaScript (brotli), ${within} (limit ${kb(limit)}).`)
  for (const { name, wireBytes } of files) console.log(`  ${kb(wireBytes).padStart(9)}  ${name}`)
  console.log('By package, roughly:')
  const byPackage = bytesByPackage(files, stats)
  for (const [name, bytes] of byPackage.slice(0, PACKAGES_LISTED)) {
    console.log(`  ${kb(bytes).padStart(9)}  ${name}`)
  }
  const others = byPackage.slice(PACKAGES_LISTED)
  const rest = others.reduce((sum, [, bytes]) => sum + bytes, 0)
  if (others.length > 0) console.log(`  ${kb(rest).padStart(9)}  ${others.length} more`)
  if (total > limit) faults.push(`${what}: ${kb(total)}; the limit is ${kb(limit)}.`)
}

/** What pages weigh by themselves, brotli. */
async function reportPages(names: readonly string[], limit: number): Promise<void> {
  for (const { name, wireBytes } of await weighed(names)) {
    console.log(`  ${kb(wireBytes).padStart(9)}  ${name} (limit ${kb(limit)})`)
    if (wireBytes > limit) faults.push(`${name}: ${kb(wireBytes)}; the limit is ${kb(limit)}.`)
  }
}

async function reportLanguages(): Promise<void> {
  const codes = Object.values(stats).flatMap(({ modules }) =>
    modules.flatMap(({ id }) => /locales\/(\w+)\/booking\.json$/.exec(withSlashes(id))?.[1] ?? []),
  )
  for (const iso of codes.filter((code) => code !== 'en').sort()) {
    const chunks = ['booking', 'common'].map((name) =>
      chunkWith(`src/i18n/locales/${iso}/${name}.json`, stats),
    )
    const [booking = 0, common = 0] = (await weighed(chunks)).map(({ wireBytes }) => wireBytes)
    console.log(`The public page in ${iso}: ${kb(booking)} brotli, and ${kb(common)} of what all pages say.`)
    if (booking > LANGUAGE_LIMIT)
      faults.push(`The public page in ${iso}: ${kb(booking)}; the limit is ${kb(LANGUAGE_LIMIT)}.`)
  }
}

async function reportPrecache({ booking, staff, languages }: Precache): Promise<void> {
  const everyone = booking.map(({ url }) => url)
  await reportKept('everyone', everyone, KEPT_LIMIT.everyone)
  await reportKept('staff', [...everyone, ...staff], KEPT_LIMIT.staff)
  // A device caches one language besides English, the chosen one.
  for (const [iso, part] of Object.entries(languages))
    await reportKept(`staff in ${iso} besides`, [...part.booking, ...part.staff], KEPT_LIMIT.language)
}

async function reportKept(whom: string, urls: readonly string[], limit: number): Promise<void> {
  const sizes = await Promise.all(urls.map((url) => sizeOf(fileOf(url))))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const onTheWire = await weighed(urls.map(fileOf))
  const wire = onTheWire.reduce((sum, { wireBytes }) => sum + wireBytes, 0)
  console.log(
    `Kept for ${whom}: ${kb(total)} in ${urls.length} files (limit ${kb(limit)}; ${kb(wire)} brotli). The largest:`,
  )
  const bySize = urls.map((url, i) => ({ url, bytes: sizes[i] ?? 0 })).sort((a, b) => b.bytes - a.bytes)
  for (const { url, bytes } of bySize.slice(0, LARGEST_LISTED))
    console.log(`  ${kb(bytes).padStart(9)}  ${url}`)
  if (total > limit) faults.push(`Kept for ${whom}: ${kb(total)}; the limit is ${kb(limit)}.`)
}

/**
 * A changed line changes its chunk, and the pages and the worker that say which file it is now. No other file may change
 * with it, so none may have another's name in it; in a circle each would bring the others.
 */
async function reportUpdate({ booking, staff }: Precache): Promise<void> {
  // An entry that only imports has no file: the pages name what it imports.
  const files = await readdir(path.join(client, 'assets'))
  const chunks = Object.keys(stats).filter((chunk) => files.includes(path.basename(chunk)))
  for (const chunk of chunks) {
    const text = await readFile(path.join(client, chunk), 'utf8')
    const named = chunks.filter((other) => text.includes(path.basename(other)))
    if (named.length > 0) faults.push(`${chunk} changes whenever ${named.join(', ')} does.`)
    const needs = stats[chunk]?.imports ?? []
    if (withImports(needs, stats).includes(chunk)) faults.push(`${chunk} imports itself by way of others.`)
  }
  const kept = new Set([...booking.map(({ url }) => url), ...staff].map(fileOf))
  const ofOurs = chunks.filter(
    (chunk) => kept.has(chunk) && stats[chunk]?.modules.some(({ id }) => packageOf(id) === OWN),
  )
  const always = await weighed(['sw.js', 'book-appointment.html', 'index.html'])
  const [largest] = (await weighed(ofOurs)).sort((a, b) => b.wireBytes - a.wireBytes)
  const total = [...always, largest].reduce((sum, file) => sum + (file?.wireBytes ?? 0), 0)
  console.log(
    `An update after a changed line: ${kb(total)} brotli at most, in ${largest?.name} (limit ${kb(UPDATE_LIMIT)}).`,
  )
  if (total > UPDATE_LIMIT) faults.push(`An update: ${kb(total)}; the limit is ${kb(UPDATE_LIMIT)}.`)
}
