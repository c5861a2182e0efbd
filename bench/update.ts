import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { buildIfStale } from '../build/build-if-stale.ts'
import { root } from '../build/build-info.ts'
import { fileOf } from '../scripts/build/kept-files.ts'
import type { Precache } from '../sw/precache.ts'
import { amount } from './support/options.ts'
import { type Row, single } from './support/report.ts'

const FEATURES = [
  'src/features/book/calendar/calendar-view.tsx',
  'src/features/blockers/config-page.tsx',
  'src/features/patients/patients-page.tsx',
]

const run = promisify(execFile)

/**
 * What a device of staff fetches after a deploy in which one line of one feature is another: the worker, and every file of its list
 * that the device does not have.
 */
export async function update(): Promise<Row[]> {
  await buildIfStale(console.error)
  const before = new Set((await listOf(root)).map(({ id }) => id))
  const checkout = await mkdtemp(path.join(tmpdir(), 'enamel-update-'))
  const rows: Row[] = []
  try {
    await copySources(checkout)
    for (const feature of FEATURES.slice(0, amount(FEATURES.length, 1))) {
      await appendFile(path.join(checkout, feature), `\nObject.assign(globalThis, { isChanged: true })\n`)
      await run(process.execPath, ['scripts/build.ts'], { cwd: checkout })
      const missing = (await listOf(checkout)).filter(({ id }) => !before.has(id)).map(({ file }) => file)
      const sizes = await Promise.all(['sw.js', ...missing].map((file) => wireBytes(checkout, file)))
      const kilobytes = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_000
      const name = path.basename(feature)
      rows.push(single(`an update of staff’s device, one line of ${name}`, kilobytes, 'KB', { atMost: 150 }))
      await cp(path.join(root, feature), path.join(checkout, feature))
    }
  } finally {
    await rm(checkout, { recursive: true, force: true })
  }
  return rows
}

/** What a build's worker keeps where staff work, each file by what a device goes by. */
async function listOf(folder: string): Promise<{ id: string; file: string }[]> {
  const { booking, staff }: Precache = JSON.parse(
    await readFile(path.join(folder, 'dist/precache.json'), 'utf8'),
  )
  return [
    ...booking.map(({ url, revision }) => ({ id: `${url} ${revision}`, file: fileOf(url) })),
    ...staff.map((url) => ({ id: `${url} null`, file: fileOf(url) })),
  ]
}

/** Bytes as sent. What gets no smaller by compression has no compressed copy. */
async function wireBytes(folder: string, file: string): Promise<number> {
  const built = path.join(folder, 'dist/client', file)
  return (await stat(`${built}.br`).catch(() => stat(built))).size
}

async function copySources(to: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root })
  // A file that is deleted and not committed yet is listed, too.
  for (const file of stdout.split('\0').filter(Boolean))
    await cp(path.join(root, file), path.join(to, file)).catch(() => {})
  await symlink(path.join(root, 'node_modules'), path.join(to, 'node_modules'))
}
