import { readPhone } from '../../../domain/contact.ts'
import { foldCode } from '../../../domain/typed-text.ts'

/**
 * The digits of a text that can be part of a phone number, without leading zeros, which only some spellings have; null:
 * it has none.
 */
export function phoneDigits(search: string): string | null {
  const number = readPhone(search) ?? foldCode(search)
  return /^[\d\s()+./-]+$/.test(number) ? number.replace(/\D/g, '').replace(/^0+/, '') : null
}

/** Reports whether there is more in it than punctuation. */
export const hasLetter = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Escapes %, _ and \ for LIKE. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
