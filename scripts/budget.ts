import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { buildIfStale } from '../build/build-if-stale.ts'
import { distDir, root } from '../build/build-info.ts'
import type { Precache } from '../sw/precache.ts'
import type { ChunkStats } from './build/chunk-stats.ts'
import { fileOf } from './build/kept-files.ts'
import { dashboardScripts, idleScripts, scriptsOf } from './build/page-scripts.ts'

/*
 * Size limits on the wire (JavaScript, brotli) and on the device for the files that the service worker caches uncompressed.
 * A KB is 1,000 bytes, the stricter reading.
 */
const LIMITS = {
  // Page, scripts and icon in all.
  'Booking until step 2 can be submitted': { aim: 150_000, limit: 160_000, requests: 8 },
  'Booking until it is idle': { aim: 190_000, limit: 200_000, requests: 16 },
  'The dashboard beyond booking': { aim: 125_000, limit: 135_000, requests: 20 },
  'The page of a visit': { aim: 110_000, limit: 120_000, requests: 16 },
}
/** The pages themselves, brotli: a slow line brings them before anything else. */
const PAGE_LIMIT = 18_000
/** Later steps load these; each would cost a slow phone a second. */
const NOT_AT_FIRST = ['@mui/x-date-pickers', 'dayjs', '@tanstack/react-query', 'valibot']
/**
 * Size of the worker's stored files on every device, uncompressed; with the staff part, where staff work; and with one
 * language besides English.
 */
const KEPT_LIMIT = { everyone: 800_000, staff: 1_500_000, language: 135_000 }
/** Cost of a changed line of ours for a staff device, on the wire (`npm run bench update` measures it). */
const UPDATE_LIMIT = 150_000
/** Limits of `npm ci` and of `npm ci --omit=dev` (docs/dependencies.md); megabytes on disk. */
const INSTALL_LIMITS = [
  { what: 'An installation', withDev: true, packages: 650, megabytes: 600 },
  { what: 'An installation without development tools', withDev: false, packages: 400, megabytes: 400 },
]
/** Files and folders are rounded up to that on disk, as `du` counts. */
const BLOCK_BYTES = 4096
const LISTED = 12

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
const inPackage = (id: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]
const total = (files: readonly Weighed[]) => files.reduce((sum, { wire }) => sum + wire, 0)

await buildIfStale(console.log)
const client = path.join(distDir, 'client')
const page = (name: string) => readFile(path.join(client, name), 'utf8')
const stats: ChunkStats = JSON.parse(await readFile(path.join(distDir, 'stats.json'), 'utf8'))
const faults: string[] = []

const booking = await page('book-appointment.html')
const first = scriptsOf(booking, stats)
await report('Booking until step 2 can be submitted', first, 1 + othersOf(booking))
await report('Booking until it is idle', idleScripts(booking, stats), 1 + othersOf(booking))
await report('The dashboard beyond booking', dashboardScripts(await page('index.html'), booking, stats))
const visit = await page('visit.html')
await report('The page of a visit', scriptsOf(visit, stats), 1 + othersOf(visit))
for (const name of NOT_AT_FIRST)
  if (first.some((file) => stats[file]?.modules.some(({ id }) => inPackage(id) === name)))
    faults.push(`Booking begins with ${name}, which belongs to the later steps.`)
const pages = (await readdir(client)).filter((name) =>
  /^(?:book-appointment.*|index|visit)\.html$/.test(name),
)
for (const { name, wire } of await weighed(pages)) {
  console.log(`${kb(wire).padStart(9)}  ${name} (limit ${kb(PAGE_LIMIT)})`)
  if (wire > PAGE_LIMIT) faults.push(`${name}: ${kb(wire)}; the limit is ${kb(PAGE_LIMIT)}.`)
}
const precache: Precache = JSON.parse(await readFile(path.join(distDir, 'precache.json'), 'utf8'))
const everyone = precache.booking.map(({ url }) => url)
await reportKept('everyone', everyone, KEPT_LIMIT.everyone)
await reportKept('staff', [...everyone, ...precache.staff], KEPT_LIMIT.staff)
// A device caches one language besides English, the chosen one.
for (const [iso, part] of Object.entries(precache.languages))
  await reportKept(`staff in ${iso} besides`, [...part.booking, ...part.staff], KEPT_LIMIT.language)
await reportUpdate([...everyone, ...precache.staff].map(fileOf))
await reportInstalled()

for (const fault of faults) console.error(`Budget: ${fault}`)
if (faults.length > 0) process.exitCode = 1

type Weighed = { name: string; wire: number }

/** The icon. Browsers ask for the manifest when all is done. */
function othersOf(html: string): number {
  return [...html.matchAll(/<link[^>]+rel="?(?:icon|stylesheet)"?[^>]*\shref=/g)].length
}

async function sizeOf(name: string): Promise<number> {
  return (await stat(path.join(client, name))).size
}

/** Bytes on the wire. A file that compression does not shrink has no compressed copy. */
function weighed(names: readonly string[]): Promise<Weighed[]> {
  return Promise.all(
    names.map(async (name) => ({ name, wire: await sizeOf(`${name}.br`).catch(() => sizeOf(name)) })),
  )
}

/** @param others requests besides scripts */
async function report(what: keyof typeof LIMITS, names: readonly string[], others = 0): Promise<void> {
  const { aim, limit, requests } = LIMITS[what]
  const files = await weighed(names)
  const bytes = total(files)
  const asked = files.length + others
  const within = bytes > aim ? `over the aim of ${kb(aim)}` : `within the aim of ${kb(aim)}`
  console.log(
    `${what}: ${kb(bytes)} of JavaScript (brotli), ${within} (limit ${kb(limit)}), ${asked} requests.`,
  )
  for (const { name, wire } of files) console.log(`${kb(wire).padStart(11)}  ${name}`)
  if (bytes > limit) faults.push(`${what}: ${kb(bytes)}; the limit is ${kb(limit)}.`)
  if (asked > requests) faults.push(`${what}: ${asked} requests; the limit is ${requests}.`)
}

async function reportKept(whom: string, urls: readonly string[], limit: number): Promise<void> {
  const files = urls.map(fileOf)
  const sizes = await Promise.all(files.map(async (name) => ({ name, bytes: await sizeOf(name) })))
  const stored = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const wire = total(await weighed(files))
  console.log(
    `Kept for ${whom}: ${kb(stored)} in ${files.length} files (limit ${kb(limit)}; ${kb(wire)} brotli). The largest:`,
  )
  for (const { name, bytes } of sizes.sort((a, b) => b.bytes - a.bytes).slice(0, LISTED))
    console.log(`${kb(bytes).padStart(11)}  ${name}`)
  if (stored > limit) faults.push(`Kept for ${whom}: ${kb(stored)}; the limit is ${kb(limit)}.`)
}

/**
 * A changed line changes its chunk, and the pages and the worker that say which file it is now. No other file may change
 * with it, so none may have another's name in it.
 */
async function reportUpdate(kept: readonly string[]): Promise<void> {
  const files = await readdir(path.join(client, 'assets'))
  const chunks = Object.keys(stats).filter((chunk) => files.includes(path.basename(chunk)))
  for (const chunk of chunks) {
    const text = await readFile(path.join(client, chunk), 'utf8')
    const named = chunks.filter((other) => text.includes(path.basename(other)))
    if (named.length > 0) faults.push(`${chunk} changes whenever ${named.join(', ')} does.`)
  }
  const ofOurs = chunks.filter(
    (chunk) =>
      kept.includes(chunk) &&
      stats[chunk]?.modules.some(({ id }) => /\/(?:src|domain|contract)\//.test(id) && !inPackage(id)),
  )
  const always = await weighed(['sw.js', 'book-appointment.html', 'index.html'])
  const [largest] = (await weighed(ofOurs)).sort((a, b) => b.wire - a.wire)
  const bytes = total(largest ? [...always, largest] : always)
  console.log(
    `An update after a changed line: ${kb(bytes)} at most, with ${largest?.name} (limit ${kb(UPDATE_LIMIT)}).`,
  )
  if (bytes > UPDATE_LIMIT) faults.push(`An update: ${kb(bytes)}; the limit is ${kb(UPDATE_LIMIT)}.`)
}

type Locked = { dev?: boolean }

/**
 * The packages of package-lock.json that are installed here: their number, and their megabytes (of 1,048,576 bytes) on
 * disk.
 */
async function reportInstalled(): Promise<void> {
  const lock = await readFile(path.join(root, 'package-lock.json'), 'utf8')
  const { packages: locked }: { packages: Record<string, Locked> } = JSON.parse(lock)
  const installed = Object.entries(locked)
    // The empty path is Enamel itself; some are for other systems.
    .filter(([name]) => name !== '' && existsSync(path.join(root, name)))
    .map(([name, { dev = false }]) => ({ dev, bytes: packageBytes(path.join(root, name)) }))
  for (const { what, withDev, ...limit } of INSTALL_LIMITS) {
    const counted = installed.filter(({ dev }) => withDev || !dev)
    const packages = counted.length
    const megabytes = Math.round(counted.reduce((sum, { bytes }) => sum + bytes, 0) / 1_048_576)
    console.log(
      `${what}: ${packages} packages (limit ${limit.packages}), ${megabytes} MB (limit ${limit.megabytes} MB).`,
    )
    if (packages > limit.packages)
      faults.push(`${what}: ${packages} packages; the limit is ${limit.packages}.`)
    if (megabytes > limit.megabytes)
      faults.push(`${what}: ${megabytes} MB; the limit is ${limit.megabytes} MB.`)
  }
}

/** @returns bytes of a package without the packages inside it, which the lock names as well. */
function packageBytes(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + packageBytes(inside)
    return sum + Math.ceil(lstatSync(inside).size / BLOCK_BYTES) * BLOCK_BYTES
  }, BLOCK_BYTES)
}
