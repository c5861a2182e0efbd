import { execFile } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { root } from '../../../build/build-info.ts'
import { inputsHash } from '../../../build/inputs.ts'
import { RUN_FOLDER } from '../global-setup.ts'

const run = promisify(execFile)

/** By these headings a page shows which version it is of. */
export const BEFORE = { booking: 'Schedule an appointment', dashboard: 'Booked Appointments' }
export const AFTER = { booking: 'Plan your visit', dashboard: 'Visits' }

/** What open tabs fetch after the deploy. A file that no change has touched would be the same in both versions. */
const LAZY_PARTS = [
  'src/features/booking/later-steps.tsx',
  'src/features/booking/validation/verification.tsx',
  'src/features/blockers/config-page.tsx',
]

/**
 * A copy of these sources with other headings and lazy parts, built.
 * @param changes what else is different: by file, the text of now and the one of then
 * @returns its folder and the names of its hashed files
 */
export async function nextVersion(
  changes: Record<string, readonly [now: string, then: string]> = {},
): Promise<{ checkout: string; assets: string[] }> {
  const checkout = await copyOfSources()
  const texts = {
    'src/i18n/locales/en/booking.json': [BEFORE.booking, AFTER.booking],
    'src/i18n/locales/en/appointments.json': [BEFORE.dashboard, AFTER.dashboard],
  } as const
  for (const [name, [now, then]] of Object.entries({ ...texts, ...changes })) {
    const file = path.join(checkout, name)
    const text = await readFile(file, 'utf8')
    expect(text).toContain(now)
    await writeFile(file, text.replace(now, then))
  }
  for (const part of LAZY_PARTS)
    await appendFile(path.join(checkout, part), '\nObject.assign(globalThis, { isNextVersion: true })\n')
  await run(process.execPath, ['scripts/build.ts'], { cwd: checkout })
  return { checkout, assets: await readdir(path.join(checkout, 'dist/client/assets')) }
}

/** The page of the release before, as its build wrote it: what the worker keeps, without compressed copies and other languages. */
const FORMER_PAGE = path.join(root, 'tests/upgrade/page-before-1.0.0.tar.br')

/** A copy of these sources that serves the page of the release before. @returns its folder */
export async function formerPage(): Promise<string> {
  const checkout = await copyOfSources()
  const dist = path.join(checkout, 'dist')
  const archive = `${dist}.tar`
  await mkdir(dist)
  await writeFile(archive, brotliDecompressSync(await readFile(FORMER_PAGE)))
  await run('tar', ['-xf', archive, '-C', dist])
  // Taken for the build of these sources, or the server would build them.
  const file = path.join(dist, 'build.json')
  const info = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...info, inputs: await inputsHash(checkout, process.env) }))
  return checkout
}

async function copyOfSources(): Promise<string> {
  const checkout = await mkdtemp(path.join(process.env[RUN_FOLDER] ?? '', 'version-'))
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root })
  // A file that is deleted and not committed yet is listed, too.
  for (const file of stdout.split('\0').filter(Boolean))
    await cp(path.join(root, file), path.join(checkout, file)).catch(() => {})
  await symlink(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'))
  return checkout
}
