import * as v from 'valibot'
import { ProofChallenge } from '../../contract/proof.ts'
import { search } from '../../src/device/proof/search.ts'
import type { Answer } from './clinic.ts'

/** The header of the same call with the proof that an answer 428 asks for, found as the page finds it. */
export function solved(answer: Pick<Answer, 'body'>): { 'enamel-proof': string } {
  const challenge = v.parse(ProofChallenge, answer.body.data)
  const solution = search(challenge.parameters, challenge.parameters.data.most)
  if (!solution) throw new Error('The challenge has no solution.')
  return { 'enamel-proof': btoa(JSON.stringify({ challenge, solution })) }
}
