import i18next from 'i18next'
import type { ErrorCode } from '../../contract/envelope.ts'
import type wire from './locales/en/wire.json'
import { isEnglish } from './present-language.ts'

/* The server's messages are English. Other languages have texts by the failure's code, the event, or the category's name. */

// An old page may receive a code of a newer server.
const isKnown = (code = ''): code is ErrorCode => i18next.exists(`wire:code.${code}`)

// Longer waits are not given in minutes.
const MOST_MINUTES = 60

export type Refusal = { code?: string; serverMessage?: string; retryAfterMs?: number }

/** Undefined where neither the server nor the page has a message. */
export function messageForRefusal({ code, serverMessage, retryAfterMs }: Refusal): string | undefined {
  if (isEnglish()) return serverMessage || undefined
  if (!isKnown(code)) return undefined
  const minutes = Math.ceil((retryAfterMs ?? 0) / 60_000)
  return code === 'too_many_requests' && minutes > 0 && minutes <= MOST_MINUTES
    ? i18next.t('wire:wait', { count: minutes })
    : i18next.t(`wire:code.${code}`)
}

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
