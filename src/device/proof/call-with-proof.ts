import type * as v from 'valibot'
import { ApiError } from '../../http/api-error.ts'
import { type Call, call } from '../../http/client.ts'

const PROOF_HEADER = 'Enamel-Proof'
/** A second proof is due when the level has risen while the first one was searched for. */
const MOST_PROOFS = 2

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
      const { solve } = await solving()
      onProof()
      headers = { ...options.headers, [PROOF_HEADER]: await solve(error.data, options.signal) }
    }
  }
}

/** The part that solves, with its texts. A line that breaks here is a bad line as any other. */
async function solving(): Promise<typeof import('./solve.ts')> {
  try {
    const part = await import('./solve.ts')
    await part.loadProofTexts()
    return part
  } catch {
    throw new ApiError('network')
  }
}
