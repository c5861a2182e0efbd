import { hash, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import type { Pool } from 'pg'
import * as v from 'valibot'
import { Proof, type ProofChallenge } from '../../../contract/proof.ts'
import { HttpFailure } from '../http/failure.ts'
import { sharedSecret } from '../secrets/secret.ts'

/**
 * The most hashes that a proof of level 0 takes; on average it takes half of them. A phone four times slower than the
 * machine of docs/decisions/029 makes 0.5 million in a second.
 */
const MOST_HASHES = 1_200_000
/** A proof of the highest level takes five times as many as one of level 0. */
export const HIGHEST_LEVEL = 4
const LIVES_MS = 5 * 60_000
const MESSAGE = "Please wait a moment while your browser shows that you're not a robot."

export type Proofs = {
  /** The refusal (428) of a call without a proof, with the challenge for one. @param level from 0, the lightest */
  demand(call: string, level: number): Promise<HttpFailure>
  /**
   * Checks a call's proof: right, in time, for this call, not used before and hard enough. Checking uses it up. A
   * challenge one level below the one due by now still counts, since the count may have grown while it was solved.
   */
  accept(header: string | undefined, call: string, level: number): Promise<boolean>
  /** Takes the proof that a call brings. @throws HttpFailure 428 as `demand` makes it, where `accept` takes none */
  need(header: string | undefined, call: string, level: number): Promise<void>
}

/**
 * A call, for binding a proof to it: its method and path, and its subject.
 * @param what parsed or as it came, as long as the same call has it the same
 */
export function callOf(route: `${'POST' | 'PATCH'} ${string}`, what: readonly string[]): string {
  return hash('sha256', JSON.stringify([route, ...what]), 'base64url')
}

/** Proofs of work that every process on a database makes and takes alike. */
export function createProofs({ pool, now }: { pool: Pool; now(): Date }): Proofs {
  const secret = sharedSecret(pool, 'proofs')

  async function isFor(proof: Proof, call: string, level: number): Promise<boolean> {
    const { parameters } = proof.challenge
    if (parameters.data.call !== call || parameters.data.level < level - 1) return false
    if (parameters.expiresAt * 1_000 < now().getTime()) return false
    const { verified } = await verifySolution({
      ...proof,
      deriveKey,
      hmacSignatureSecret: await secret(),
    })
    return verified
  }

  const proofs: Proofs = {
    async demand(call, wanted) {
      const level = Math.min(wanted, HIGHEST_LEVEL)
      const most = MOST_HASHES * (level + 1)
      const data = (await createChallenge({
        algorithm: 'SHA-256',
        cost: 1,
        counter: randomInt(most + 1),
        data: { call, level, most },
        deriveKey,
        expiresAt: new Date(now().getTime() + LIVES_MS),
        hmacSignatureSecret: await secret(),
      })) as ProofChallenge
      return new HttpFailure('proof_required', MESSAGE, { data })
    },

    async accept(header, call, wanted) {
      const proof = header === undefined ? null : parse(header)
      if (!proof || !(await isFor(proof, call, Math.min(wanted, HIGHEST_LEVEL)))) return false
      const { rowCount } = await pool.query(
        `INSERT INTO spent_proofs (signature, expires_at) VALUES ($1, to_timestamp($2)) ON CONFLICT DO NOTHING`,
        [proof.challenge.signature, proof.challenge.parameters.expiresAt],
      )
      return rowCount === 1
    },

    async need(header, call, level) {
      if (!(await proofs.accept(header, call, level))) throw await proofs.demand(call, level)
    },
  }
  return proofs
}

function parse(header: string): Proof | null {
  try {
    const proof = v.safeParse(Proof, JSON.parse(Buffer.from(header, 'base64').toString()))
    return proof.success ? proof.output : null
  } catch {
    return null
  }
}
