import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FormField, formField, NO_NUMBER } from '../../../ui/form/form-field.ts'
import { bookingAtom } from './booking-atom.ts'
import { type BookingField, type BookingForm, fieldId } from './booking-form.ts'
import type { BookingFieldMessage } from './booking-state.ts'
import { isLocked } from './patient-form.ts'
import { isRequired } from './steps.ts'

/**
 * A field of the booking, as the controls of every form take it. Its value is in the wizard's state and not in
 * `useForm`: it outlives its step, and a draft of it the visit.
 */
export function useField<F extends BookingField>(name: F): FormField<BookingForm[F]> {
  const [{ form, errors, patient }, send] = useAtom(bookingAtom)
  const { t } = useTranslation('booking')
  return formField({
    id: fieldId(name),
    name,
    value: form[name],
    problem: errors[name],
    messages: (key: BookingFieldMessage) => (key === 'contact' ? t('personal.contact') : t(`field.${key}`)),
    required: isRequired(name, patient),
    // As the clinic has it: a verified patient can't change it here.
    locked: patient !== null && isLocked(name, patient),
    change: (value) => send({ type: 'changed', change: { [name]: value } }),
  })
}

/** A field of step 2: somebody may be typing in it before React is there, and while it hydrates. */
export function useTypedField<F extends BookingField>(name: F): FormField<BookingForm[F]> {
  const field = useField(name)
  const [initial] = useState(field.value)
  return { ...field, initial: initial === NO_NUMBER ? ('' as BookingForm[F]) : initial }
}
