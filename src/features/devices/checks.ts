import { RegisterDevice } from '../../../contract/devices.ts'
import { readPin } from '../../device/tablet/pin.ts'
import { chosenIn } from '../../ui/form/checkbox-field.tsx'
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

/** `locations` are codes with commas. */
export type SetUpForm = PinForm & { name: string; locations: string }

export const checkSetUp = ({ name, locations, ...pins }: SetUpForm): Problems<keyof SetUpForm> => ({
  ...problemsOf(RegisterDevice, { name, locations: chosenIn(locations) }),
  ...(chosenIn(locations).length === 0 && { locations: { key: 'locations_required' } }),
  ...checkPin(pins),
})
