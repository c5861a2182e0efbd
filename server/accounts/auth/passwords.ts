import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { inTurnByRank, type Rank } from './in-turn.ts'

/** With `stored` the password is verified, otherwise hashed. */
export type PasswordWork = { password: string; stored?: string }
export type PasswordAnswer = { hash?: string; matches?: boolean; isOutdated?: boolean; failure?: string }

/**
 * Hashes one password at a time, which leaves the other cores to bookings. A full queue answers 503: strangers wait at
 * most about a second, and a colleague for one verification of theirs (docs/security.md).
 */
const turns = inTurnByRank({ colleague: 100, stranger: 20 })

/** The hash of a discarded password, verified for unknown users, so that they take the same time. */
const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$HJotxPvjlH/YzwNVoG3UYA$efaZbf3FiF6Ma30SLI8ae86RsXZ0rOO1180/PY4A86E'

/** For a person who has proven who they are. @throws HttpFailure 503 when too many wait */
export async function hashPassword(password: string): Promise<string> {
  const { hash, failure } = await turns('colleague', () => work({ password }))
  if (hash === undefined) throw new Error(`a password could not be hashed: ${failure}`)
  return hash
}

/** Without a hash the answer is no, after the same time. @throws HttpFailure 503 when too many wait */
export async function passwordMatches(password: string, stored: string | null, rank: Rank): Promise<boolean> {
  return (await checkPassword(password, stored, rank)).matches
}

/** Also reports whether the hash was made with outdated parameters. */
export async function checkPassword(
  password: string,
  stored: string | null,
  rank: Rank,
): Promise<{ matches: boolean; isOutdated: boolean }> {
  const { matches, isOutdated, failure } = await turns(rank, () =>
    work({ password, stored: stored ?? NOBODYS }),
  )
  if (matches === undefined || isOutdated === undefined) {
    throw new Error(`a password could not be compared: ${failure}`)
  }
  return { matches: matches && stored !== null, isOutdated }
}

let worker: Worker | undefined

/** `turns` ensures one call at a time. */
async function work(piece: PasswordWork): Promise<PasswordAnswer> {
  worker ??= startWorker()
  const current = worker
  // Keeps the process alive only during work.
  current.ref()
  try {
    const messages = on(current, 'message')
    current.postMessage(piece)
    for await (const [message] of messages) if (isAnswer(message)) return message
    throw new Error('the password worker has ended')
  } finally {
    current.unref()
  }
}

/** Node itself sends other messages: a worker's imports, while it watches files for changes. */
const isAnswer = (message: object): message is PasswordAnswer =>
  'hash' in message || 'matches' in message || 'failure' in message

/** When a worker ends, its current piece fails, and the next piece starts a new worker. */
function startWorker(): Worker {
  const started = new Worker(new URL('./password-worker.ts', import.meta.url))
  const gone = () => {
    if (worker === started) worker = undefined
  }
  started.once('exit', (code) => {
    gone()
    started.emit('error', new Error(`the password worker ended with code ${code}`))
  })
  started.on('error', gone)
  return started
}
