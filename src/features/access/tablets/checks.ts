import { RegisterDevice } from '../../../../contract/devices.ts'
import { chosenIn } from '../../../ui/form/checkbox-field.tsx'
import { type Problems, problemsOf } from '../../../ui/form/problems.ts'
import { checkPin, type PinForm } from '../../../ui/own-pin/check-new-pin.ts'

/** `locations` are codes with commas. */
export type SetUpForm = PinForm & { name: string; locations: string }

export const checkSetUp = ({ name, locations, ...pins }: SetUpForm): Problems<keyof SetUpForm> => ({
  ...problemsOf(RegisterDevice, { name, locations: chosenIn(locations) }),
  ...(chosenIn(locations).length === 0 && { locations: { key: 'locations_required' } }),
  ...checkPin(pins),
})
