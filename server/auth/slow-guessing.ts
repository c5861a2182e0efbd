import type { Pool } from 'pg'
import { createLimit } from '../http/limits.ts'
import { inTurnByKey } from './in-turn.ts'

/** Design, section 9: sign-in slows down after 5 failures per user and address. */
const FAILURES = 5
const FAILURES_SECONDS = 300
/** For one address that tries many users; far above what the people behind one address mistype. */
const FAILURES_OF_ADDRESS = 100
const FAILURES_OF_ADDRESS_SECONDS = 900
/** Sign-ins of one user at one address that wait for one another; the page of a busy desk has one or two. */
const WAITING_AT_MOST = 20

const MESSAGE = 'Too many tries. Please try again in {minutes} minutes.'

/**
 * Lets a check of a password happen unless the same user and address failed too often just before; then not even
 * the right one gets through until the time is over. A success takes the user's failures back.
 *
 * A try counts before its check, so that many at once are no way round. They also wait for one another here, so that
 * right ones at once never count as several failures; across servers a try under way does count on the others.
 * @returns a function that gives what the check gave
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
        // Nothing was checked: the database was away, or too many were waiting.
        await Promise.allSettled([ofUser.giveBack(user), ofAddress.giveBack(address)])
        throw error
      }
      if (passed !== null) await Promise.all([ofUser.forget(user), ofAddress.giveBack(address)])
      return passed
    })
  }
}
