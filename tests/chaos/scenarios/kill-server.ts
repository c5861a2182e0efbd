import { openClinic } from '../clinic.ts'
import type { Scenario } from './scenario.ts'

/**
 * kill -9 of the server at random moments; the service manager restarts it, and its database survives or is
 * taken over.
 */
export const killServer: Scenario = {
  name: 'kill-server',
  cycles: { full: 50, quick: 4 },
  async run({ cycles, chance, quick }) {
    await using clinic = await openClinic({ chance, quick })
    for (let cycle = 0; cycle < cycles; cycle++) {
      await clinic.waitForBusy()
      const moment = performance.now()
      clinic.service.kill()
      await clinic.recovered(moment)
    }
    return await clinic.finish()
  },
}
