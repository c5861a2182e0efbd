/*
 * One normalisation of typed and pasted text, before any pattern sees it. Contacts, chat programs, sheets and PDF files
 * add invisible characters, and blanks and dashes of their own.
 */

// Soft hyphens, marks of direction, zero widths without a joiner, byte order marks.
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
const BLANKS = /[\s\u0085]+/g
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
/** Between the parts of names: Japanese and other middle dots. */
const MIDDLE_DOTS = /[\u2027\u30fb\uff65]/g
const JOINERS = /[\u200c\u200d]/g

/** Text of one line: without invisible signs, with single plain blanks, trimmed. Joiners stay: emoji and Persian need them. */
export function foldLine(text: string): string {
  return text.replace(INVISIBLE, '').replace(BLANKS, ' ').trim()
}

/** A phone number, email address, code, reference or clinic id: plain digits, letters and hyphens besides. */
export function foldCode(text: string): string {
  const plain = text.normalize('NFKC').replace(JOINERS, '').replace(DASHES, '-')
  return foldLine(plain.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15)))
}

/** A person's name: one apostrophe and one hyphen for all that keyboards have. */
export function foldName(text: string): string {
  return foldLine(text)
    .replace(/[‘´`′ˊ＇‛ʹ\u05f3]/g, '’')
    .replace(/\u05be/g, '-')
    .replace(DASHES, '-')
    .replace(MIDDLE_DOTS, '·')
    .replace(/(?<!\p{L}\p{M}*)[\u200c\u200d]|[\u200c\u200d](?!\p{L})/gu, '')
}
