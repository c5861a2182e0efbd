/** Fewest and most digits of a PIN. Each digit more makes guessing it on a stolen copy ten times as long. */
export const PIN_MIN_LENGTH = 6
export const PIN_MAX_LENGTH = 20

/** A PIN as typed: blanks between the digits don't count. */
export const readPin = (typed: string): string => typed.replace(/\s/g, '')

/** Whether a text has the form of a PIN. Its strength is checked where it is chosen. */
export function isPin(typed: string): boolean {
  const pin = readPin(typed)
  return /^\d+$/.test(pin) && pin.length >= PIN_MIN_LENGTH && pin.length <= PIN_MAX_LENGTH
}
