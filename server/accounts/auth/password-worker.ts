import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { PasswordAnswer, PasswordWork } from './passwords.ts'

/*
 * Hashing takes as much CPU time as a hundred bookings, so it has its own thread with low priority. Only
 * Linux sets a priority per thread; elsewhere it would be the whole server's.
 */
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)

// The package's const enum needs a compiler.
const ARGON2ID = 2
/** argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`

parentPort?.on('message', (work: PasswordWork) => parentPort?.postMessage(done(work)))

function done({ password, stored }: PasswordWork): PasswordAnswer {
  try {
    if (stored === undefined) return { hash: hashSync(password, PARAMETERS) }
    return { matches: verifySync(stored, password), isOutdated: !stored.startsWith(CURRENT) }
  } catch (error) {
    return { failure: (error as Error).message }
  }
}
