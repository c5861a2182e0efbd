import type { Pool } from 'pg'
import { createLimit } from '../http/limits.ts'
import { inTurnByKey } from './in-turn.ts'

/** Design, section 9: sign-in slows down after 5 failures per user and address. */
const FAILURES = 5
const FAILURES_SECONDS = 300
/** For one address trying many users; far above the typos of all people behind one address. */
const FAILURES_OF_ADDRESS = 100
const FAILURES_OF_ADDRESS_SECONDS = 900
/** Concurrent sign-ins of one user at one address; a busy desk has one or two. */
const WAITING_AT_MOST = 20

const MESSAGE = 'Too many tries. Please try again in {minutes} minutes.'

/**
 * Verifies a password unless the same user and address failed too often; then even the right password must
 * wait. Success resets the user's failures. A try counts before its check, so that concurrent tries cannot
 * evade the limit. They also run one at a time here, so that concurrent right ones never count as failures;
 * on other servers a running try does count.
 * @returns a function that returns the check's result
 * @throws HttpFailure 429 with Retry-After; 503 when too many wait
 */
export function slowGuessing({ pool, enabled }: { pool: Pool; enabled: boolean }) {
  const limit = { pool, enabled, message: MESSAGE }
  const ofUser = createLimit({ ...limit, name: 'sign-in', uses: FAILURES, perSeconds: FAILURES_SECONDS })
  const ofAddress = createLimit({
    ...limit,
    name: 'sign-in-address',
    uses: FAILURES_OF_ADDRESS,
    perSeconds: FAILURES_OF_ADDRESS_SECONDS,
  })
  const inTurn = inTurnByKey({ waitingAtMost: WAITING_AT_MOST })

  return function slowed<T>(
    username: string,
    address: string,
    check: () => Promise<T | null>,
  ): Promise<T | null> {
    const user = `${username} ${address}`
    return inTurn(user, async () => {
      await ofUser.use(user)
      try {
        await ofAddress.use(address)
      } catch (error) {
        await ofUser.giveBack(user)
        throw error
      }
      let passed: T | null
      try {
        passed = await check()
      } catch (error) {
        // Nothing was verified: the database was away, or too many were waiting.
        await Promise.allSettled([ofUser.giveBack(user), ofAddress.giveBack(address)])
        throw error
      }
      if (passed !== null) await Promise.all([ofUser.forget(user), ofAddress.giveBack(address)])
      return passed
    })
  }
}
