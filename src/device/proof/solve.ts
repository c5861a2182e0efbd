import * as v from 'valibot'
import { ProofChallenge, ProofSolution } from '../../../contract/proof.ts'
import { ApiError } from '../../http/api-error.ts'
import { trustedWorker } from '../trusted-worker.ts'
import type { Search } from './proof-worker.ts'
import workerAddress from './proof-worker.ts?worker&url'

/** Longer than the hardest proof takes a slow phone; then the clinic's telephone is the way. */
const PATIENCE_MS = 30_000

/**
 * Finds the proof that a challenge asks for.
 * @returns the header's value
 * @throws ApiError `proof_required` where this device does not find it; the abort reason when `signal` ended it
 */
export async function solve(data: unknown, signal?: AbortSignal): Promise<string> {
  const read = v.safeParse(ProofChallenge, data)
  if (!read.success) throw notFound()
  const challenge = read.output
  const { salt, nonce, keyPrefix, data: about } = challenge.parameters
  const solution = v.safeParse(
    ProofSolution,
    await searched({ puzzle: { salt, nonce, keyPrefix }, most: about.most }, signal),
  )
  if (!solution.success) throw notFound()
  return btoa(JSON.stringify({ challenge, solution: solution.output }))
}

const notFound = () => new ApiError('http', { status: 428, code: 'proof_required' })

function searched(search: Search, signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(trustedWorker(workerAddress), { type: 'module' })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      worker.terminate()
      settle()
    }
    const fail = () => end(() => reject(notFound()))
    const onAbort = () => end(() => reject(signal?.reason))
    const timer = setTimeout(fail, PATIENCE_MS)
    signal?.addEventListener('abort', onAbort)
    worker.addEventListener('message', ({ data }) => end(() => resolve(data)))
    worker.addEventListener('error', fail)
    worker.postMessage(search)
  })
}
