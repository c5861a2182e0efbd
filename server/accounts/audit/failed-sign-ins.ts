import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { HttpFailure } from '../../platform/http/failure.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { placeOf, reasonOf } from '../../platform/process/failure.ts'
import { raiseAlarm } from './alarms.ts'

/**
 * Refused sign-ins of one account in an hour, over all addresses; a forgetful person has some five. Below what an hour
 * lets strangers try (server/accounts/auth/slow-guessing.ts), or it would never come to an alarm.
 */
const OF_ACCOUNT = 15
/** Limit for names without an account. */
const OF_NOBODY = 100
const HOUR_SECONDS = 3_600

/**
 * Counts refused sign-ins and raises an alarm where there are many. It never throws and delays no answer.
 * @returns a function that takes the account's id, or null where no account has the name
 */
export function failedSignIns({ pool, log, limits }: { pool: Pool; log: Logger; limits: boolean }) {
  const limit = { pool, perSeconds: HOUR_SECONDS, enabled: limits, message: '' }
  const ofAccount = createLimit({ ...limit, name: 'alarm-sign-in', uses: OF_ACCOUNT })
  const ofNobody = createLimit({ ...limit, name: 'alarm-sign-in-nobody', uses: OF_NOBODY })

  return async function noteFailedSignIn(staffId: string | null): Promise<void> {
    try {
      await (staffId === null ? ofNobody.use('') : ofAccount.use(staffId))
    } catch (error) {
      if (error instanceof HttpFailure) return raise(staffId)
      report(error)
    }
  }

  function raise(about: string | null): Promise<void> {
    const most = about === null ? OF_NOBODY : OF_ACCOUNT
    return raiseAlarm(pool, { kind: 'failed_sign_ins', about, details: { moreThan: most } }).then(
      () => {},
      report,
    )
  }

  function report(error: unknown): void {
    log.error({ reason: reasonOf(error), at: placeOf(error) }, 'refused sign-ins could not be counted')
  }
}
