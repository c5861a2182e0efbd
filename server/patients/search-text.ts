/** The digits of a text that can be part of a phone number, without leading zeros, which only some spellings have; null: it is none. */
export const phoneDigits = (search: string): string | null =>
  /^[\d\s()+./-]+$/.test(search) ? search.replace(/\D/g, '').replace(/^0+/, '') : null

/** Whether there is more in it than punctuation. */
export const hasLetter = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Escapes %, _ and \ for LIKE. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
