import { useEffect } from 'react'
import { TAKEN_ID } from './details/taken-id.ts'
import { fieldId } from './state/booking-form.ts'
import type { BookingState } from './state/booking-state.ts'

/**
 * Takes the focus where the state wants it; headings see to themselves. Not left to `useForm`: the first wrong field may
 * stand on another step, which is opened for it.
 */
export function useFocus(focus: BookingState['focus']): void {
  useEffect(() => {
    if (!focus || focus.on === 'heading') return
    const element = document.getElementById(focus.on === 'taken' ? TAKEN_ID : fieldId(focus.on))
    element?.focus({ preventScroll: true })
    // The middle of the screen: the field's label and its message are seen with it.
    element?.scrollIntoView({ block: 'center' })
  }, [focus])
}
