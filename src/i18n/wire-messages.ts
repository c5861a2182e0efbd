import i18next from 'i18next'
import type { ErrorCode, FieldErrors } from '../../contract/envelope.ts'
import {
  BLOCKER_FIELD_MESSAGES,
  CODE_FIELD_MESSAGES,
  DESK_FIELD_MESSAGES,
  FIELD_MESSAGES,
  PATIENT_FIELD_MESSAGES,
  STAFF_FIELD_MESSAGES,
} from '../../contract/field-messages.ts'
import type wire from './locales/en/wire.json'
import { isEnglish } from './present-language.ts'

/* The server's messages are English. Other languages have texts by the failure's code, the event, or the category's name. */

// An old page may receive a code of a newer server.
const isKnown = (code = ''): code is ErrorCode => i18next.exists(`wire:code.${code}`)

// Longer waits are not given in minutes.
const MOST_MINUTES = 60

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

/** The key of a sentence in the contract's tables; undefined: it is in none of them. */
export const keyOfSentence = (sentence: string): string | undefined => KEYS.get(sentence)

export type Refusal = { code?: string; serverMessage?: string; retryAfterMs?: number; errors?: FieldErrors }

/** Undefined where neither the server nor the page has a message. */
export function messageForRefusal(refusal: Refusal): string | undefined {
  const { code, serverMessage, retryAfterMs, errors = {} } = refusal
  // Forms with these fields show their mistakes there; the message that points to them is only for those.
  if (code === 'invalid_input' && Object.keys(errors).length > 0) return messageForFields(errors)
  if (isEnglish()) return serverMessage || undefined
  if (!isKnown(code)) return undefined
  const minutes = Math.ceil((retryAfterMs ?? 0) / 60_000)
  return code === 'too_many_requests' && minutes > 0 && minutes <= MOST_MINUTES
    ? i18next.t('wire:wait', { count: minutes })
    : i18next.t(`wire:code.${code}`)
}

/** 'Please check this field' says nothing away from its field. */
const NEED_THE_FIELD = new Set(['required', 'invalid'])

/** Sentences for mistakes in fields that are not on screen; undefined: none has one. */
function messageForFields(errors: FieldErrors): string | undefined {
  const sentences = [...new Set(Object.values(errors))].flatMap((sentence) => {
    const key = keyOfSentence(sentence)
    if (key !== undefined && NEED_THE_FIELD.has(key)) return []
    if (isEnglish()) return [sentence]
    return key !== undefined && isFieldKey(key) ? [i18next.t(`wire:field.${key}`)] : []
  })
  return sentences.join(' ') || undefined
}

const isFieldKey = (key: string): key is keyof typeof wire.field => i18next.exists(`wire:field.${key}`)

export function messageForAnswer(
  message: string | undefined,
  event: keyof typeof wire.said,
  values: { email?: string } = {},
): string | undefined {
  if (isEnglish()) return message || undefined
  const key = `wire:said.${event}` as const
  return i18next.exists(key) ? String(i18next.t(key, values)) : undefined
}

/** Categories are stored and sent in English. */
export function categoryLabel(name: string): string {
  if (isEnglish() || !i18next.exists(`wire:category.${name}`)) return name
  return i18next.t(`wire:category.${name as keyof typeof wire.category}`)
}
