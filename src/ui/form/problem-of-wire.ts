import {
  BLOCKER_FIELD_MESSAGES,
  CODE_FIELD_MESSAGES,
  DESK_FIELD_MESSAGES,
  FIELD_MESSAGES,
  PATIENT_FIELD_MESSAGES,
  STAFF_FIELD_MESSAGES,
} from '../../../contract/fields.ts'
import { isEnglish } from '../../i18n/present-language.ts'
import { messageForRefusal } from '../../i18n/wire-messages.ts'

const TABLES = [
  FIELD_MESSAGES,
  STAFF_FIELD_MESSAGES,
  BLOCKER_FIELD_MESSAGES,
  CODE_FIELD_MESSAGES,
  DESK_FIELD_MESSAGES,
  PATIENT_FIELD_MESSAGES,
]
const KEYS: ReadonlyMap<string, string> = new Map(
  TABLES.flatMap((table) => Object.entries(table).map(([key, text]) => [text, key])),
)

/**
 * A key, so that the page shows the error in its own language. A sentence in no table of the contract is shown as it is in
 * English; in other languages the answer's code decides.
 */
export function problemOfWire(sentence: string, code?: string): { key: string } | { sentence: string } {
  const key = KEYS.get(sentence)
  if (key) return { key }
  if (isEnglish()) return { sentence }
  const message = code === 'invalid_input' ? undefined : messageForRefusal({ code })
  return message ? { sentence: message } : { key: 'invalid' }
}
