import i18next from 'i18next'
import { clinicFacts } from '../../../clinic.ts'
import { ApiError } from '../../../http/api-error.ts'

/* The texts came with the part that searches for proofs, which the step does without otherwise. */

/** Text shown while a proof of work is searched for. */
export const searchingForProof = (): string => i18next.t('verify:proof.searching')

/** Advice when none was found: call the location. Undefined for other errors, or without a phone number. */
export function withoutProof(error: unknown, location: string): string | undefined {
  const phone = clinicFacts().locations.find(({ code }) => code === location)?.phone
  if (!phone || !(error instanceof ApiError) || error.code !== 'proof_required') return undefined
  return i18next.t('verify:proof.call', { phone })
}
