import { openClinic } from '../clinic.ts'
import { startOwnDatabase } from '../database.ts'
import type { Scenario } from './scenario.ts'

/** An orderly restart of the PostgreSQL behind DATABASE_URL, as for an update. */
export const restartDatabase: Scenario = {
  name: 'restart-database',
  cycles: { full: 10, quick: 2 },
  async run({ cycles, chance, quick }) {
    await using database = await startOwnDatabase()
    await using clinic = await openClinic({ chance, quick, database })
    for (let cycle = 0; cycle < cycles; cycle++) {
      await clinic.waitForBusy()
      await database.stop()
      await clinic.calmFor(chance.between(0, 3_000))
      await database.start()
      // From here on it accepts connections; measures how soon the server reconnects.
      await clinic.recovered(performance.now())
    }
    return await clinic.finish()
  },
}
