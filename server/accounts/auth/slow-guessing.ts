import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Caller } from '../../platform/http/caller.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { createCallerCount, createCount } from '../../platform/http/limits.ts'
import { HARD_STOP, levelOf } from '../abuse/levels.ts'
import { accountMailJobsFrom } from '../mails/queue.ts'
import { inTurnByKey, type Rank } from './in-turn.ts'

/** docs/decisions/030: 5 wrong passwords per typed name and address, then a stranger there is slowed. */
const OF_PAIR = { uses: 5, perSeconds: 300 }
/**
 * Limit for one typed name over all addresses, whether or not it exists: past it each attempt needs a proof of work.
 */
const OF_NAME = { uses: 20, perSeconds: 3_600 }
/** Limit for one address trying many names, and its network; far above the typos of all people behind it. */
const OF_ADDRESS = { uses: 100, perSeconds: 900 }
/** Limit for a known device or a running session; past it, it is a stranger. */
const OF_TRUSTED = { uses: 10, perSeconds: 3_600 }
/** Concurrent attempts for one name at one address; a busy desk has one or two. */
const WAITING_AT_MOST = 20

export type Try = {
  /** As typed, trimmed and in small letters. */
  username: string
  caller: Caller
  /** Mark of a colleague: the hash of a known device or of a running session. */
  trusted: string | null
  /**
   * Takes the proof of work that the call brings. @throws HttpFailure 428 where it brings none that is hard enough.
   * Left out where none is taken: then the try is refused.
   */
  prove?: (level: number) => Promise<void>
}

type Options = {
  pool: Pool
  enabled: boolean
  /** Called with a name that was tried too often; must not delay the answer. */
  onGuessing?(username: string): void
}

/**
 * Verifies a password unless wrong ones came too often; then even the right one must wait, of a stranger, or bring a
 * proof of work where they came from many addresses, so that strangers elsewhere lock no one out. A known device and a
 * running session have a count of their own, so that neither strangers nor a colleague at the same address hold them
 * up. A right password takes its attempt back. An attempt counts before its check, so that concurrent attempts cannot
 * evade the limit. Strangers' attempts for one name at one address run one at a time here, so that concurrent right
 * ones never count as wrong; on other servers a running attempt does count.
 * @returns a function that returns the check's result
 * @throws HttpFailure 428 with the challenge; 429 with Retry-After; 503 when too many wait
 */
export function slowGuessing({ pool, enabled, onGuessing = () => {} }: Options) {
  const count = (name: string, { perSeconds }: { perSeconds: number }) =>
    createCount({ pool, enabled, name, perSeconds })
  const ofPair = count('sign-in', OF_PAIR)
  const ofName = count('sign-in-name', OF_NAME)
  const ofCaller = createCallerCount({ pool, enabled, name: 'sign-in-address', ...OF_ADDRESS })
  const ofTrusted = count('sign-in-trusted', OF_TRUSTED)
  const inTurn = inTurnByKey({ waitingAtMost: WAITING_AT_MOST })

  async function byTrusted<T>(trusted: string, check: Check<T>): Promise<{ passed: T | null } | 'stranger'> {
    const { used } = await ofTrusted.add(trusted)
    if (used > OF_TRUSTED.uses) {
      await ofTrusted.giveBack(trusted)
      return 'stranger'
    }
    return { passed: await unlessWrong(() => check('colleague'), [() => ofTrusted.giveBack(trusted)]) }
  }

  function byStranger<T>({ username, caller, prove }: Try, check: Check<T>): Promise<T | null> {
    const pair = `${username} ${caller.address}`
    return inTurn(pair, async () => {
      const [atPair, atName, at] = await Promise.all([
        ofPair.add(pair),
        ofName.add(username),
        ofCaller.add(caller),
      ])
      const takeBack = [
        () => ofPair.giveBack(pair),
        () => ofName.giveBack(username),
        () => ofCaller.giveBack(caller),
      ]
      if (atName.used > OF_NAME.uses) onGuessing(username)
      const over = [
        atPair.used > OF_PAIR.uses && atPair,
        atName.used > OF_NAME.uses * (prove ? HARD_STOP : 1) && atName,
        at.address.used > OF_ADDRESS.uses && at.address,
        at.network.used > OF_ADDRESS.uses * caller.networkTimes && at.network,
      ].find((each) => each !== false)
      if (over) {
        await Promise.allSettled(takeBack.map((each) => each()))
        throw tooManyTries(over.secondsLeft)
      }
      const level = levelOf(atName.used, OF_NAME.uses)
      const passed = await unlessWrong(async () => {
        if (level !== null) await prove?.(level)
        return check('stranger')
      }, takeBack)
      if (passed !== null) await ofPair.forget(pair)
      return passed
    })
  }

  return async function slowed<T>(attempt: Try, check: Check<T>): Promise<T | null> {
    const outcome = attempt.trusted === null ? 'stranger' : await byTrusted(attempt.trusted, check)
    return outcome === 'stranger' ? byStranger(attempt, check) : outcome.passed
  }
}

type Check<T> = (rank: Rank) => Promise<T | null>

/** Gives the attempt back when the password was right, or when nothing was verified. */
async function unlessWrong<T>(
  check: () => Promise<T | null>,
  takeBack: readonly (() => Promise<void>)[],
): Promise<T | null> {
  let passed: T | null
  try {
    passed = await check()
  } catch (error) {
    // A proof is due, the database was away, or too many were waiting.
    await Promise.allSettled(takeBack.map((each) => each()))
    throw error
  }
  if (passed !== null) await Promise.all(takeBack.map((each) => each()))
  return passed
}

function tooManyTries(seconds: number): HttpFailure {
  const minutes = Math.ceil(seconds / 60)
  return new HttpFailure('too_many_requests', `Too many tries. Please try again in ${minutes} minutes.`, {
    retryAfter: seconds,
  })
}

const DAY_MS = 86_400_000

const NOTIFY = `WITH person AS (
    UPDATE staff SET guessing_told_at = $2
    WHERE username = $1 AND disabled_at IS NULL AND (guessing_told_at IS NULL OR guessing_told_at <= $3)
    RETURNING id
  ) ${accountMailJobsFrom('person', 'guessing')}`

/**
 * Mails the owner of an account whose password is being guessed, once a day at most.
 * @returns a function that does not wait for it, so that the time of the answer does not reveal an account
 */
export function notifyOfGuessing({
  pool,
  now,
  log,
}: {
  pool: Pool
  now(): Date
  log: Pick<Logger, 'warn'>
}): (username: string) => void {
  return (username) => {
    const at = now()
    // PostgreSQL accepts no NUL in a text; no username has one.
    const values = [username.replaceAll('\0', '\ufffd'), at, new Date(at.getTime() - DAY_MS)]
    pool.query(NOTIFY, values).catch(() => log.warn('the owner of an account could not be told of guessing'))
  }
}
