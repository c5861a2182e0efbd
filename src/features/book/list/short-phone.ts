import { PHONE_DIGITS_FROM } from '../../../../contract/lists.ts'

/** Whether a search looks like the beginning of a phone number that is too short to search for. */
export function isShortPhone(search: string): boolean {
  const digits = search.replace(/\D/g, '').replace(/^0+/, '')
  return /^[\d\s()+./-]+$/.test(search) && digits.length < PHONE_DIGITS_FROM
}
