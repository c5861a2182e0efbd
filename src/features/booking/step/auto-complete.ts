import { isTablet } from '../../../device/tablet/mark.ts'

/**
 * Turns autocomplete off on a reception tablet: browsers store its values in the clear, and there they'd be
 * patients'.
 */
export const ofPatient = (autoComplete: string): string => (isTablet() ? 'off' : autoComplete)
