import { execFile } from 'node:child_process'
import { chmod, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { openClinic } from '../clinic.ts'
import { temporaryFolder } from '../folder.ts'
import { notRun } from '../report.ts'
import type { Scenario } from './scenario.ts'

const run = promisify(execFile)

const SIZE = '256m'
const FULL_MS = { full: 20_000, quick: 6_000 }
const NOTICED_WITHIN_MS = 60_000

/** DATA_DIR is on a small disk that something else fills up and frees again. */
export const diskFull: Scenario = {
  name: 'disk-full',
  cycles: { full: 5, quick: 1 },
  async run({ cycles, chance, quick }) {
    const folder = await temporaryFolder()
    const disk = path.join(folder, 'disk')
    await mkdir(disk)
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk])
    } catch {
      return notRun('a small disk could not be mounted: that takes root')
    }
    try {
      await chmod(disk, 0o755)
      await using clinic = await openClinic({ chance, quick, dataDir: disk })
      const { ledger, load } = clinic
      const filler = path.join(disk, 'filler')
      for (let cycle = 0; cycle < cycles; cycle++) {
        await clinic.waitForBusy()
        const moment = performance.now()
        await fill(filler)
        // At full speed, so that the database soon needs space.
        if ((await ledger.firstFailureAfter(moment, NOTICED_WITHIN_MS)) === undefined) {
          ledger.problem('nobody noticed that the disk was full')
        }
        load.pace(8)
        await clinic.sleep(quick ? FULL_MS.quick : FULL_MS.full)
        await rm(filler)
        await clinic.recovered(performance.now())
      }
      return await clinic.finish()
    } finally {
      await run('umount', ['-l', disk])
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function fill(file: string): Promise<void> {
  await using handle = await open(file, 'w')
  for (const size of [1024 * 1024, 4096]) {
    const part = Buffer.alloc(size, 1)
    try {
      for (;;) await handle.write(part)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}
