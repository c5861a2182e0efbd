import type { PublicClinic } from '../../domain/public-clinic.ts'
import { builtLanguages } from '../build.ts'
import type { LanguageCode } from './languages.ts'

/** Languages to choose from: of those that pages were built in what the clinic offers, once that is known. */
export const offeredLanguages = (clinic: PublicClinic | undefined): readonly LanguageCode[] =>
  clinic ? clinic.languages.filter((code) => builtLanguages.includes(code)) : builtLanguages
