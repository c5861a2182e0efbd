/** Fewest and most digits of a PIN. Each digit more makes guessing it on a stolen copy ten times as long. */
export const PIN_MIN_LENGTH = 6
export const PIN_MAX_LENGTH = 20

/** A PIN as typed: blanks between the digits don't count. */
export const readPin = (typed: string): string => typed.replace(/\s/g, '')

export const isPin = (pin: string): boolean =>
  /^\d+$/.test(pin) && pin.length >= PIN_MIN_LENGTH && pin.length <= PIN_MAX_LENGTH

/** @throws RangeError */
export function assertPin(pin: string): void {
  if (!isPin(pin)) throw new RangeError('A PIN has 6 to 20 digits.')
}
