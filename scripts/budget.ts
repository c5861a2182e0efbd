import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { buildIfStale } from './build/build-if-stale.ts'
import { distDir } from './build/build-info.ts'
import type { ChunkStats } from './build/chunk-stats.ts'
import { bytesByPackage, firstLoadScripts, packageOf } from './build/first-load.ts'

/*
 * The first load of /book-appointment: what it may weigh on the wire (JavaScript, brotli) and what it may not hold.
 * A KB has 1,000 bytes here, the stricter reading.
 */
const LIMIT_BYTES = 150_000
const AIM_BYTES = 135_000
/** Page, scripts and icon together. */
const MOST_REQUESTS = 8
/** These belong to later steps and would each cost a slow phone a second. */
const NOT_IN_FIRST_LOAD = ['@mui/x-date-pickers', 'dayjs', '@tanstack/react-query', 'valibot']

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

await buildIfStale(console.log)
const client = path.join(distDir, 'client')
const html = await readFile(path.join(client, 'book-appointment.html'), 'utf8')
const stats: ChunkStats = JSON.parse(await readFile(path.join(distDir, 'stats.json'), 'utf8'))

const files = await Promise.all(
  firstLoadScripts(html, stats).map(async (name) => ({
    name,
    wireBytes: (await stat(path.join(client, `${name}.br`))).size,
  })),
)
const total = files.reduce((sum, { wireBytes }) => sum + wireBytes, 0)
const requests = 1 + files.length + [...html.matchAll(/<link[^>]+rel="(?:icon|manifest|stylesheet)"/g)].length
const held = new Set(files.flatMap(({ name }) => stats[name]?.modules.map(({ id }) => packageOf(id)) ?? []))

console.log(`First load of /book-appointment: ${kb(total)} of JavaScript (brotli) in ${requests} requests.`)
for (const { name, wireBytes } of files) console.log(`  ${kb(wireBytes).padStart(9)}  ${name}`)
console.log('By package, roughly:')
const byPackage = bytesByPackage(files, stats)
for (const [name, bytes] of byPackage.slice(0, 12)) console.log(`  ${kb(bytes).padStart(9)}  ${name}`)
const rest = byPackage.slice(12).reduce((sum, [, bytes]) => sum + bytes, 0)
console.log(`  ${kb(rest).padStart(9)}  ${Math.max(0, byPackage.length - 12)} more`)

const faults = [
  ...(total > LIMIT_BYTES ? [`It weighs ${kb(total)}; the limit is ${kb(LIMIT_BYTES)}.`] : []),
  ...(requests > MOST_REQUESTS ? [`It takes ${requests} requests; the limit is ${MOST_REQUESTS}.`] : []),
  ...NOT_IN_FIRST_LOAD.filter((name) => held.has(name)).map(
    (name) => `It holds ${name}, which belongs to a later chunk.`,
  ),
]
if (faults.length > 0) {
  for (const fault of faults) console.error(`Budget: ${fault}`)
  process.exitCode = 1
} else if (total > AIM_BYTES) {
  console.log(`Within the limit of ${kb(LIMIT_BYTES)}, but over the aim of ${kb(AIM_BYTES)}.`)
} else {
  console.log(`Within the aim of ${kb(AIM_BYTES)} (limit ${kb(LIMIT_BYTES)}).`)
}
