import type { TFunction } from 'i18next'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { bookingAtom } from '../booking-atom.ts'
import { type BookingField, type BookingForm, fieldId } from '../booking-form.ts'
import type { FieldError } from '../booking-state.ts'
import { isLocked } from '../patient-form.ts'
import { isRequired } from '../steps.ts'

/** A field of the form as its control needs it: value, what is wrong with it in words, and how to change it. */
export function useField<F extends BookingField>(field: F) {
  const [state, send] = useAtom(bookingAtom)
  const { t } = useTranslation('booking')
  const error = state.errors[field]
  const { patient } = state
  const id = fieldId(field)
  return {
    id,
    hintId: `${id}-hint`,
    value: state.form[field],
    error: error && sentenceOf(error, t),
    required: isRequired(field, patient),
    /** As the clinic has it: a verified patient can't change it here. */
    locked: patient !== null && isLocked(field, patient),
    change: (change: Partial<BookingForm>) => send({ type: 'changed', change }),
  }
}

function sentenceOf(error: FieldError, t: TFunction<'booking'>): string {
  if ('sentence' in error) return error.sentence
  return error.key === 'contact' ? t('personal.contact') : t(`field.${error.key}`)
}
