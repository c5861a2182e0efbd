import * as v from 'valibot'
import { LANGUAGE_CODES } from '../domain/languages.ts'
import type { FieldMessage } from './fields.ts'

/**
 * The language in which someone is written to, by the product's own code: any that Enamel has. One that the clinic does
 * not offer (any more) is no mistake of theirs: `offeredLanguage` finds another.
 */
export const Language = v.picklist(LANGUAGE_CODES, 'invalid' satisfies FieldMessage)
