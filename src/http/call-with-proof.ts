import type * as v from 'valibot'
import { ApiError } from './api-error.ts'
import { type Call, call } from './client.ts'

const PROOF_HEADER = 'Enamel-Proof'
/** A second proof is due when the level has risen while the first one was searched for. */
const MOST_PROOFS = 2

/**
 * Finds a proof. @param challenge `data` of the answer
 * @returns the header's value; throws as `callWithProof` says
 */
export type Solver = (challenge: unknown, signal?: AbortSignal) => Promise<string>

let fetchSolver = (): Promise<Solver> => Promise.reject(new Error('Nothing solves proofs here.'))

/** Says where the part is that solves, which is fetched when it is first needed. */
export function solveProofsBy(fetchIt: () => Promise<Solver>): void {
  fetchSolver = fetchIt
}

/**
 * A call that may need a proof of work: where the server asks for one, this device searches for it and sends the same call
 * again with it.
 * @param onProof called before each search, with its texts there
 * @throws ApiError as `call` does; `proof_required` where no proof was found or taken
 */
export async function callWithProof<const S extends v.GenericSchema>(
  schema: S,
  options: Call,
  onProof: () => void = () => {},
): Promise<v.InferOutput<S>> {
  let headers = options.headers
  for (let proofs = 0; ; proofs++) {
    try {
      return await call(schema, { ...options, ...(headers && { headers }) })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'proof_required' || proofs === MOST_PROOFS)
        throw error
      const solve = await solving()
      onProof()
      headers = { ...options.headers, [PROOF_HEADER]: await solve(error.data, options.signal) }
    }
  }
}

/** The part that solves. A line that breaks on the way to it is a bad line as any other. */
async function solving(): Promise<Solver> {
  try {
    return await fetchSolver()
  } catch {
    throw new ApiError('network')
  }
}
