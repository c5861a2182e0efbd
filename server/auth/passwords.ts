import { hash, verify } from '@node-rs/argon2'
import { inTurn } from './in-turn.ts'

// The package's own enum cannot be used without a compiler.
const ARGON2ID = 2

/** argon2id with OWASP's first choice of parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Sign-ins that wait for one another: hashing keeps a core busy, and one at a time leaves the others to
 * those who book. Whoever finds the queue full is told to come back.
 */
const turns = inTurn({ waitingAtMost: 100 })

/** A hash of no password, for people who do not exist: checking it takes as long as checking theirs would. */
const nobodys = hash('nobody has this password', PARAMETERS)

/** @throws HttpFailure 503 when too many wait */
export function hashPassword(password: string): Promise<string> {
  return turns(() => hash(password, PARAMETERS))
}

/**
 * Whether a password belongs to a hash. Without a hash the answer is no, after the same time.
 * @throws HttpFailure 503 when too many wait
 */
export function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  return turns(async () => {
    const matches = await verify(stored ?? (await nobodys), password)
    return matches && stored !== null
  })
}
