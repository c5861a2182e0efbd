import { foldCode, foldLine } from './typed-text.ts'

/**
 * Reading of a typed contact (specification, section 5: 'Input classification', 'Phone pattern'). The patterns decide
 * on both sides; the server alone turns numbers into E.164.
 */

const EMAIL_PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i
// The shortest there are, of Niue, have seven digits with the country code.
const INTERNATIONAL_PHONE = /^\+?[1-9](?:[ .-]?\d){6,14}$/
const TEN_DIGIT_PHONE = /^\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}$/
const NATIONAL_PHONE = /^0(?:[ .-]?\d){7,13}$/

/** RFC 5321. */
export const EMAIL_MAX_LENGTH = 254
export const PHONE_MAX_LENGTH = 32

/** RFC 5321. */
const MAILBOX_MAX_LENGTH = 64
/** No domain ends with a number or a single letter. */
const LAST_LABEL = /\.[a-z][a-z0-9-]*[a-z0-9]$/i

/** Reports whether an address can receive mail: plain ASCII, a domain with a dot. */
export function isEmail(text: string): boolean {
  if (text.length > EMAIL_MAX_LENGTH || text.indexOf('@') > MAILBOX_MAX_LENGTH) return false
  return !hasLooseDot(text) && EMAIL_PATTERN.test(text) && LAST_LABEL.test(text)
}

/** An email address as it is typed or pasted: also as a link, in angle brackets behind a name, or before a comma. */
export function foldEmail(text: string): string {
  return foldCode(text)
    .replace(/^.*<\s*([^<>]+?)\s*>[,;]*$/, '$1')
    .replace(/^mailto:\s*/i, '')
    .replace(/\s*[,;]+$/, '')
}

/** Reports whether a dot begins or ends an address or its name, or follows another: many mail servers refuse that. */
export function hasLooseDot(text: string): boolean {
  return /^\.|\.\.|\.@|@\.|\.$/.test(text)
}

/**
 * Reports whether a text is a phone number: by the specification's pattern international, of 7 to 15 digits, or 10
 * digits with separators between them if wanted. Ours besides: a national number that begins with 0, of 8 to 14 digits.
 */
export function isPhone(text: string): boolean {
  return INTERNATIONAL_PHONE.test(text) || TEN_DIGIT_PHONE.test(text) || NATIONAL_PHONE.test(text)
}

// Characters that contact lists, business cards and spreadsheets write around a number.
const SIGNS_AROUND = /^[^\p{L}\p{N}+(]+|[^\p{L}\p{N})]+$/gu
const LABEL = String.raw`(?:(?:t[eé]l(?:ephone|efon)?|phone|mobile?|mob|cell|gsm|whatsapp)(?![\p{L}\p{N}])|[tmp](?=[.:]))\s*[.:]*`
const LABEL_BEFORE = new RegExp(`^${LABEL}\\s*(?=[+(\\d])`, 'iu')
const REMARK_AFTER = /(?<=\d)[\s(]*(?:mobile?|home|work|cell|whatsapp)\)?$/i
const SEPARATORS = /[\s./()_·•~⁄∕[\]-]+/g

/**
 * A phone number in a form that `isPhone` takes, from what people type, paste from their contacts, or write on paper:
 * '+234 (0)803 123 4567', '(0803) 123 4567', '0803/123 4567', '00234 803 ...', 'Mobile: 0803 ...'. Null: it is none. One
 * that is a number already stays as it is.
 */
export function readPhone(text: string): string | null {
  const typed = foldCode(text)
    .replace(SIGNS_AROUND, '')
    .replace(LABEL_BEFORE, '')
    .replace(REMARK_AFTER, '')
    .replace(/^00(?=[1-9])/, '+')
  // A spreadsheet's fraction, not a digit of the number.
  if (/\d{7}\.0$/.test(typed)) return null
  if (isPhone(typed)) return typed
  const plain = typed
    .replace(/(?<=\d[\s./-]*)[([]\s*0\s*[)\]]/, ' ')
    .replace(SEPARATORS, ' ')
    .trim()
    .replace(/^\+ ?/, '+')
    .replace(/^\+?00 ?(?=[1-9])/, '+')
  return isPhone(plain) ? plain : null
}

const WITHIN = /[+([]*\d[\d\s+./()_·•~⁄∕[\]-]{5,}\d/
const DAY = /^(?:\d{1,2}[ ./-]\d{1,2}[ ./-]\d{4}|\d{4}[ ./-]\d{1,2}[ ./-]\d{1,2})$/
const BETWEEN = new RegExp(`(?:(?<![\\p{L}\\p{N}])${LABEL})?[\\s<([|/]*\\n[\\s>)\\]|/.]*`, 'iu')

/**
 * A name and a phone number that were typed or pasted in one: 'Ada Obi 0803 123 4567'. A number alone is the name's, as
 * far as it is typed. A day, as of birth, is no number.
 */
export function splitNumber(text: string): { name: string; phone: string } {
  const said = foldLine(text)
  const plain = foldCode(said)
  const [part = ''] = WITHIN.exec(plain) ?? []
  const phone = DAY.test(part) || readPhone(plain) !== null ? null : readPhone(part)
  const name = foldLine(plain.replace(part, '\n').replace(BETWEEN, ' '))
    .replace(/[,;:-]+$/, '')
    .trim()
  if (name === '') return { name: said, phone: '' }
  if (phone === null) return { name: DAY.test(part) ? name : said, phone: '' }
  return { name, phone }
}

/** Email addresses are compared folded and lower-cased. */
export function comparableEmail(text: string): string {
  return foldEmail(text).toLowerCase()
}

export type ContactKind = 'email' | 'phone' | 'clinic_id'

/** Shortest text that is read as a phone number in a field that also takes a clinic id (specification, section 5). */
const PHONE_FROM_LENGTH = 8

/**
 * Classifies what a registered patient typed (specification, section 5: 'Input classification'): an email
 * address, a phone number of 8 or more characters, anything else is a clinic id.
 */
export function classifyContact(text: string): ContactKind {
  const typed = foldCode(text)
  if (isEmail(foldEmail(text))) return 'email'
  return typed.length >= PHONE_FROM_LENGTH && readPhone(typed) !== null ? 'phone' : 'clinic_id'
}

/** Clinic ids are compared folded and in capitals. */
export function comparableClinicId(text: string): string {
  return foldCode(text).toUpperCase()
}
