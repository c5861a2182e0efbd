import { readPin } from '../../device/tablet/pin-format.ts'
import type { Problems } from '../form/problems.ts'
import { pinProblem } from './pin-rules.ts'

export type PinForm = Record<'pin' | 'repeat', string>

/** A new PIN and its repetition. */
export function checkPin({ pin, repeat }: PinForm): Problems<keyof PinForm> {
  const problem = pinProblem(pin)
  // A wrong PIN is not compared with its repetition yet.
  if (problem) return { pin: { key: problem } }
  return readPin(pin) === readPin(repeat) ? {} : { repeat: { key: 'pin_differs' } }
}
