import { NO_NUMBER } from '../../../ui/form/form-field.ts'
import { type BookingForm, fieldId, STEP_FIELDS } from './booking-form.ts'

/** The fields of step 2 whose text is the page's own. The location is chosen from what the clinic says, by the app alone. */
const TYPED = STEP_FIELDS[2].filter((field) => field !== 'location')

/** The form of step 2 that is in the page, or null. */
export const personalForm = (): HTMLFormElement | null =>
  (document.getElementById(fieldId('firstName')) as HTMLInputElement | null)?.form ?? null

/**
 * Values of the fields of step 2, typed, pasted or filled in by the browser. Disabled and hidden fields are left out.
 */
export function valuesIn(form: HTMLFormElement): Partial<BookingForm> {
  const data = new FormData(form)
  const values: Record<string, string> = {}
  for (const name of TYPED) {
    const value = data.get(name)
    if (typeof value === 'string') values[name] = value
  }
  const age = form.elements.namedItem('age')
  // What is no number reads as ''.
  if (age instanceof HTMLInputElement && age.validity.badInput) values.age = NO_NUMBER
  return values
}

let written: HTMLFormElement | null = null

/** Remembers the form as the build wrote it, before React begins with it. */
export function noteWrittenForm(): void {
  written = personalForm()
}

/**
 * That form, once. React may have replaced it, when an extension had changed the page: then it still has the typed
 * values.
 */
export function takeWrittenForm(): HTMLFormElement | null {
  const form = written
  written = null
  return form
}
