import { PIN_MAX_LENGTH, PIN_MIN_LENGTH, readPin } from '../../device/tablet/pin-format.ts'

/** Mistake of a new PIN, as a key of its sentence. */
export type PinProblem =
  | 'pin_required'
  | 'pin_digits'
  | 'pin_short'
  | 'pin_long'
  | 'pin_few'
  | 'pin_in_a_row'
  | 'pin_repeated'
  | 'pin_date'

const FEWEST_DIFFERENT = 3

/**
 * Mistake of a chosen PIN; null: none. A finder of a tablet has five attempts, and tries what people choose most: one
 * digit, digits in a row, the same group twice, a birthday. Blanks between the digits don't count.
 */
export function pinProblem(typed: string): PinProblem | null {
  const pin = readPin(typed)
  if (pin === '') return 'pin_required'
  if (!/^\d+$/.test(pin)) return 'pin_digits'
  if (pin.length < PIN_MIN_LENGTH) return 'pin_short'
  if (pin.length > PIN_MAX_LENGTH) return 'pin_long'
  if (new Set(pin).size < FEWEST_DIFFERENT) return 'pin_few'
  // 112233 is 123 to a finger.
  if (isInARow(pin.replace(/(\d)\1+/g, '$1'))) return 'pin_in_a_row'
  if (/^(\d{2,})\1+$/.test(pin)) return 'pin_repeated'
  if (isDate(pin)) return 'pin_date'
  return null
}

/** Whether each digit is the next one up or down, as on a keypad: 0 is before 1 and after 9. */
function isInARow(digits: string): boolean {
  const steps = [...digits].slice(1).map((digit, at) => (Number(digit) - Number(digits[at]) + 10) % 10)
  return steps.length >= 2 && (steps.every((step) => step === 1) || steps.every((step) => step === 9))
}

/** Birthdays in each usual order, with a year of two or four digits. */
function isDate(digits: string): boolean {
  const parts = [
    /^(?<day>..)(?<month>..)(?:19|20)?..$/,
    /^(?<month>..)(?<day>..)(?:19|20)?..$/,
    /^(?:19|20)?..(?<month>..)(?<day>..)$/,
  ].map((order) => (digits.length === 6 || digits.length === 8 ? order.exec(digits)?.groups : undefined))
  return parts.some((date) => isWithin(date?.day, 31) && isWithin(date?.month, 12))
}

const isWithin = (digits: string | undefined, most: number) => Number(digits) >= 1 && Number(digits) <= most
