import { isTablet } from '../../../device/tablet/mark.ts'

/** What browsers fill in they have written down, in the clear: on a reception tablet that would be patients. */
export const ofPatient = (autoComplete: string): string => (isTablet() ? 'off' : autoComplete)
