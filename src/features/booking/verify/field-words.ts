import type verify from '../../../i18n/locales/en/verify.json'

/** What can be wrong with a field of the verification, by the names of its texts. */
export type VerifyFieldMessage = keyof typeof verify.field
