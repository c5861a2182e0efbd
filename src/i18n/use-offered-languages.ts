import { builtLanguages } from '../build.ts'
import { useKnownClinic } from '../use-clinic.ts'
import type { LanguageCode } from './languages.ts'

/** The languages to choose from: of those that pages were built in what the clinic offers, once that is known. */
export function useOfferedLanguages(): readonly LanguageCode[] {
  const clinic = useKnownClinic()
  return clinic ? clinic.languages.filter((code) => builtLanguages.includes(code)) : builtLanguages
}
