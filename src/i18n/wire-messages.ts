import i18next from 'i18next'
import type { ErrorCode } from '../../contract/envelope.ts'
import type wire from './locales/en/wire.json'
import { isEnglish } from './present-language.ts'

/*
 * What comes over the wire in words is English. An English page shows it as it is; in every other language the page
 * says it in words of its own, by what it knows of it: the code of a failure, the event, the name of a category.
 */

// A page of yesterday may hear a code of tomorrow.
const isKnown = (code = ''): code is ErrorCode => i18next.exists(`wire:code.${code}`)

// Of a longer wait nobody thinks in minutes.
const MOST_MINUTES = 60

/** A failure as far as its words go by it. */
export type Refusal = { code?: string; serverMessage?: string; retryAfterMs?: number }

/** The words for a call that was refused; undefined where neither the server nor the page has any for it. */
export function messageForRefusal({ code, serverMessage, retryAfterMs }: Refusal): string | undefined {
  if (isEnglish()) return serverMessage || undefined
  if (!isKnown(code)) return undefined
  const minutes = Math.ceil((retryAfterMs ?? 0) / 60_000)
  return code === 'too_many_requests' && minutes > 0 && minutes <= MOST_MINUTES
    ? i18next.t('wire:wait', { count: minutes })
    : i18next.t(`wire:code.${code}`)
}

/** The words for a call that was answered; undefined where there are none. */
export function messageForAnswer(
  message: string | undefined,
  event: keyof typeof wire.said,
  values: { email?: string } = {},
): string | undefined {
  if (isEnglish()) return message || undefined
  const key = `wire:said.${event}` as const
  return i18next.exists(key) ? String(i18next.t(key, values)) : undefined
}

/** A service category, which is stored and sent in English, as it is shown. */
export function categoryLabel(name: string): string {
  if (isEnglish() || !i18next.exists(`wire:category.${name}`)) return name
  return i18next.t(`wire:category.${name as keyof typeof wire.category}`)
}
