import { startPatientSession } from '../../../server/accounts/auth/sessions.ts'
import { createPool } from '../../../server/platform/db/pool.ts'
import { storeRegistered } from '../../support/registered-patient.ts'
import { openClinic } from '../clinic.ts'
import type { Database } from '../database.ts'
import type { Scenario } from './scenario.ts'

/** More than any clinic has; then the test waits for the backoff of the messages. */
const PER_SECOND = 1
const BEFORE_MS = 3_000
/** A mail's backoff is at most five minutes (server/platform/queue/job.ts), partly random; one retry may fail. */
const ALL_SENT_WITHIN_MS = 15 * 60_000

/** Mail server and SMS gateway are down: bookings are still acknowledged, and everyone gets a message later. */
export const messagesAway: Scenario = {
  name: 'messages-away',
  cycles: { full: 1, quick: 1 },
  async run({ cycles, chance, quick, awayMs }) {
    await using clinic = await openClinic({ chance, quick, patientTokens })
    const { ledger, load, messages } = clinic
    let allSent = 0
    const notes: string[] = []
    for (let cycle = 0; cycle < cycles; cycle++) {
      load.pace(PER_SECOND)
      await clinic.sleep(BEFORE_MS)
      await messages.goAway()
      const before = ledger.acknowledged.size
      await clinic.sleep(awayMs)
      notes.push(`${ledger.acknowledged.size - before} booked in ${awayMs / 1000} s without mail and SMS`)
      if (ledger.acknowledged.size === before) ledger.problem('nothing was acknowledged meanwhile')
      await messages.comeBack()
      allSent = performance.now()
    }
    if (ledger.count.unavailable > 0) ledger.problem('a booking was answered 503')
    const report = await clinic.finish({ cycles }, { helpers: false, drainMs: ALL_SENT_WITHIN_MS })
    const last = messages.lastAt() - allSent
    return {
      ...report,
      notes: [...notes, `all had arrived ${(last / 1000).toFixed(0)} s after they were back`],
    }
  },
}

/** Registered patients without an email address, who get SMS. */
async function patientTokens({ url }: Database): Promise<readonly string[]> {
  const pool = createPool(url, 1)
  try {
    const { id } = await storeRegistered(pool, { email: '' })
    return [await startPatientSession(pool, id, new Date())]
  } finally {
    await pool.end()
  }
}
