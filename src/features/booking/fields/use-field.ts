import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { bookingAtom } from '../booking-atom.ts'
import { type BookingField, type BookingForm, fieldId } from '../booking-form.ts'
import { isRequired } from '../steps.ts'

/** A field of the form as its control needs it: value, what is wrong with it in words, and how to change it. */
export function useField<F extends BookingField>(field: F) {
  const [state, send] = useAtom(bookingAtom)
  const { t } = useTranslation('booking')
  const error = state.errors[field]
  const id = fieldId(field)
  return {
    id,
    hintId: `${id}-hint`,
    value: state.form[field],
    error: error && ('key' in error ? t(`field.${error.key}`) : error.sentence),
    required: isRequired(field),
    change: (change: Partial<BookingForm>) => send({ type: 'changed', change }),
  }
}
