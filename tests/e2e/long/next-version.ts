import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { root } from '../../../build/build-info.ts'
import { RUN_FOLDER } from '../global-setup.ts'

const run = promisify(execFile)

/** By these headings a page shows which version it is of. */
export const BEFORE = { booking: 'Schedule an appointment', dashboard: 'Booked Appointments' }
export const AFTER = { booking: 'Plan your visit', dashboard: 'Visits' }

/** What open tabs fetch after the deploy. A file that no change has touched would be the same in both versions. */
const LAZY_PARTS = [
  'src/features/booking/steps-two-to-four.tsx',
  'src/features/booking/verify/verification.tsx',
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
  const checkout = await mkdtemp(path.join(process.env[RUN_FOLDER] ?? '', 'next-'))
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root })
  // A file that is deleted and not committed yet is listed, too.
  for (const file of stdout.split('\0').filter(Boolean))
    await cp(path.join(root, file), path.join(checkout, file)).catch(() => {})
  await symlink(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'))
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
