import i18next from 'i18next'
import { clinicFacts } from '../../../clinic.ts'
import { ApiError } from '../../../http/api-error.ts'

/* The texts came with the part that searches for proofs, which the step does without otherwise. */

/** What is said while a proof is searched for. */
export const searchingForProof = (): string => i18next.t('verify:proof.searching')

/** What to do where none was found: call the location. Undefined for other errors, and where no number is known. */
export function withoutProof(error: unknown, location: string): string | undefined {
  const phone = clinicFacts().locations.find(({ code }) => code === location)?.phone
  if (!phone || !(error instanceof ApiError) || error.code !== 'proof_required') return undefined
  return i18next.t('verify:proof.call', { phone })
}
