import * as v from 'valibot'
import { LANGUAGE_CODES } from '../domain/languages.ts'
import type { FieldMessage } from './fields.ts'

/**
 * The language for writing to a person: any that Enamel has. One that the clinic does not offer (any more) is
 * accepted, and `offeredLanguage` replaces it.
 */
export const Language = v.picklist(LANGUAGE_CODES, 'invalid' satisfies FieldMessage)
