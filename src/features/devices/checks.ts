import { RegisterDevice } from '../../../contract/devices.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { readPin } from '../../device/tablet/pin.ts'
import { type Problems, problemsOf } from '../../ui/form/problems.ts'
import { pinProblem } from './pin-rules.ts'

export type PinForm = Record<'pin' | 'repeat', string>
/** A new PIN and its repetition. */
export function checkPin({ pin, repeat }: PinForm): Problems<keyof PinForm> {
  const problem = pinProblem(pin)
  // A PIN that has to be typed anew is not compared yet.
  if (problem) return { pin: { key: problem } }
  return readPin(pin) === readPin(repeat) ? {} : { repeat: { key: 'pin_differs' } }
}

/** `location` is a code or 'all'. */
export type SetUpForm = PinForm & { name: string; location: string }

/** The codes that a choice means. */
export const codesOf = (location: string, codes: readonly string[]): readonly string[] =>
  location === ALL_LOCATIONS ? codes : [location]

export const checkSetUp = (form: SetUpForm): Problems<keyof SetUpForm> => ({
  ...problemsOf(RegisterDevice, form),
  ...checkPin(form),
})
