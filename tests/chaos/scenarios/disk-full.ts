import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { openClinic } from '../clinic.ts'
import { temporaryFolder } from '../folder.ts'
import { notRun } from '../report.ts'
import { diskInMemory } from '../small-disk.ts'
import type { Scenario } from './scenario.ts'

const SIZE = '256m'
const FULL_MS = { full: 20_000, quick: 6_000 }
const NOTICED_WITHIN_MS = 60_000

/** DATA_DIR is on a small disk that something else fills up and frees again. */
export const diskFull: Scenario = {
  name: 'disk-full',
  cycles: { full: 5, quick: 1 },
  async run({ cycles, chance, quick }) {
    const folder = await temporaryFolder()
    const dataDir = path.join(folder, 'disk')
    await mkdir(dataDir)
    const disk = await diskInMemory(dataDir, SIZE).catch(() => null)
    if (disk === null) return notRun('a small disk could not be mounted: that takes root')
    try {
      await using clinic = await openClinic({ chance, quick, dataDir })
      const { ledger, load } = clinic
      for (let cycle = 0; cycle < cycles; cycle++) {
        await clinic.waitForBusy()
        const moment = performance.now()
        await disk.fill()
        // At full speed, so that the database soon needs space.
        if ((await ledger.firstFailureAfter(moment, NOTICED_WITHIN_MS)) === undefined) {
          ledger.problem('nobody noticed that the disk was full')
        }
        load.pace(8)
        await clinic.sleep(quick ? FULL_MS.quick : FULL_MS.full)
        await disk.makeRoom()
        await clinic.recovered(performance.now())
      }
      return await clinic.finish()
    } finally {
      await disk.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
