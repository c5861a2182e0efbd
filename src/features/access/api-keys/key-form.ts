import { CreateApiKey, type CreateApiKeyWire } from '../../../../contract/api-keys.ts'
import { addDays } from '../../../../domain/clinic-time.ts'
import { chosenIn } from '../../../ui/form/checkbox-field.tsx'
import { type Problems, problemsOf } from '../../../ui/form/problems.ts'

/** Lifetimes of a key, in days from today; '' is without an end. */
export const DAYS = ['30', '90', '365', ''] as const

/** `scopes` and `locations` are values with commas. */
export type KeyForm = Record<'name' | 'scopes' | 'locations' | 'days', string>

/**
 * Request body of a form.
 * @param codes of the clinic's locations: all of them chosen means 'all', future ones included
 * @param today in clinic time
 */
export function wireOf(
  { name, scopes, locations, days }: KeyForm,
  codes: readonly string[],
  today: string,
): Required<CreateApiKeyWire> {
  const chosen = chosenIn(locations)
  return {
    name,
    scopes: chosenIn(scopes) as CreateApiKeyWire['scopes'],
    locations: codes.every((code) => chosen.includes(code)) ? null : chosen,
    expires: days === '' ? null : addDays(today, Number(days)),
  }
}

export const checkKey =
  (codes: readonly string[], today: string) =>
  (form: KeyForm): Problems<keyof KeyForm> =>
    problemsOf(CreateApiKey, wireOf(form, codes, today))
