import { fileURLToPath } from 'node:url'
import { openClinic } from '../clinic.ts'
import { PATIENCE } from '../options.ts'
import type { Scenario } from './scenario.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Delays each mail, so that clock jumps happen while one is being sent. */
const MAIL_TAKES_MS = 250
/** Clock offsets from the true time; each is a jump forwards and then one back. */
const JUMPS = [5 * MINUTE_MS, 5 * DAY_MS, -HOUR_MS, -5 * DAY_MS, -5 * MINUTE_MS, DAY_MS, HOUR_MS, -DAY_MS]
const STAFF_HOURS = 12

export const clockJumps: Scenario = {
  name: 'clock-jumps',
  cycles: { full: 32, quick: 4 },
  async run({ cycles, chance, quick }) {
    await using clinic = await openClinic({
      chance,
      quick,
      withStaff: false,
      mailTakesMs: MAIL_TAKES_MS,
      preload: [fileURLToPath(new URL('../shifted-clock.ts', import.meta.url))],
    })
    const { ledger, messages } = clinic
    const jump = (offsetMs: number) => clinic.service.tell({ offsetMs })
    const session = await clinic.signIn()
    const inAheadOfTime: (string | null)[] = []

    for (let cycle = 0; cycle < cycles; cycle++) {
      const offset = JUMPS[cycle % JUMPS.length] ?? 0
      await clinic.waitForBusy()
      await jump(offset)
      await clinic.recovered(performance.now())
      if (Math.abs(offset) <= HOUR_MS && !(await clinic.isSignedIn(session))) {
        ledger.problem(`a jump of ${offset / MINUTE_MS} minutes ended a session`)
      }
      if (offset > STAFF_HOURS * HOUR_MS) inAheadOfTime.push(await clinic.signIn())
      await clinic.waitForBusy()
      await jump(0)
      await clinic.recovered(performance.now())
      const mails = messages.mails.length
      // The queue polls every second and must continue after a jump back.
      if (!(await clinic.eventually(() => messages.mails.length > mails, 20_000 * PATIENCE))) {
        ledger.problem(
          `no mail was sent for 20 s after the clock went back from ${offset / MINUTE_MS} minutes`,
        )
      }
    }

    await jump((STAFF_HOURS + 1) * HOUR_MS)
    if (await clinic.isSignedIn(session)) ledger.problem('a session outlived its 12 hours')
    await jump(0)
    for (const token of inAheadOfTime) {
      // Its 12 hours would end days from now: a session must not last so long.
      if (await clinic.isSignedIn(token)) ledger.problem('a session of a clock that was days ahead goes on')
    }
    return await clinic.finish({ cycles })
  },
}
