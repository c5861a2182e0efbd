import * as v from 'valibot'

/*
 * Proof of work, by ALTCHA's protocol (docs/decisions/029). A call that needs one is answered 428 `proof_required` with a
 * challenge in `data`; the caller sends the same call again with challenge and solution in the header below.
 */

/** Base64 of the JSON of a `Proof`. */
export const PROOF_HEADER = 'Enamel-Proof'
/** A proof has some 700 characters. */
export const PROOF_MAX_LENGTH = 2_000

const Hex = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})+$/))
/** 16 bytes each. */
const Bytes = v.pipe(Hex, v.length(32))

/** `data.most` is the last counter that can be the solution; `data.call` and `data.level` are the server's. */
export const ProofChallenge = v.object({
  parameters: v.object({
    algorithm: v.literal('SHA-256'),
    nonce: Bytes,
    salt: Bytes,
    cost: v.literal(1),
    keyLength: v.literal(32),
    keyPrefix: Bytes,
    /** Seconds since 1970. */
    expiresAt: v.pipe(v.number(), v.integer()),
    data: v.object({ call: v.string(), level: v.number(), most: v.number() }),
  }),
  signature: Hex,
})
export type ProofChallenge = v.InferOutput<typeof ProofChallenge>

export const ProofSolution = v.object({ counter: v.pipe(v.number(), v.integer()), derivedKey: Hex })
export type ProofSolution = v.InferOutput<typeof ProofSolution>

export const Proof = v.object({ challenge: ProofChallenge, solution: ProofSolution })
export type Proof = v.InferOutput<typeof Proof>

/** The header as a call may bring it; one that is no proof counts as none. */
export const ProofHeader = v.optional(v.pipe(v.string(), v.maxLength(PROOF_MAX_LENGTH)))
/** The headers of a call that may need a proof. */
export const ProofHeaders = v.object({ 'enamel-proof': ProofHeader })
