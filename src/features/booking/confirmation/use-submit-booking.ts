import { useQueryClient } from '@tanstack/react-query'
import { useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { BookAppointmentWire, Booked } from '../../../../contract/booking.ts'
import { ApiError, messageFor } from '../../../api/api-error.ts'
import { bookAppointment } from '../../../api/appointments.ts'
import { availabilityQueries } from '../../../api/availability.ts'
import { patientToken } from '../../../session/patient-token.ts'
import { useMessages } from '../../../ui/messages.ts'
import { type Attempt, nextAttempt, refusedAttempt } from '../attempt.ts'
import { announceBooked } from '../booked-elsewhere.ts'
import { bookingAtom } from '../booking-atom.ts'
import { bodyToSend } from '../booking-body.ts'
import type { BookedAppointment } from '../booking-state.ts'
import { saveDraft } from '../draft.ts'
import { endVerification } from '../patient-session.ts'
import { errorsOfWire, findErrors } from '../validation.ts'
import { newKey } from './new-key.ts'
import { type Sent, sendBooking } from './submit.ts'

/** Submits the booking and leads to wherever its answer does: the booked state, a wrong field, another time. */
export function useSubmitBooking(): () => Promise<void> {
  const store = useStore()
  const queries = useQueryClient()
  const { notify, clear } = useMessages()
  const { t } = useTranslation('booking')

  return async function submit() {
    const state = store.get(bookingAtom)
    if (state.sending) return
    // A draft of yesterday may have been restored right here.
    const errors = { ...findErrors(state.form, 2, state.patient), ...findErrors(state.form, 3) }
    if (Object.keys(errors).length > 0) return store.set(bookingAtom, { type: 'refused', errors })

    clear()
    const attempt = nextAttempt(state.attempt, JSON.stringify(bodyToSend(state)), newKey)
    store.set(bookingAtom, { type: 'sending', attempt })
    // Before it is sent: should the page die now, the key must be there for the next try.
    saveDraft({ ...state, attempt })

    const token = state.patient ? patientToken.read() : undefined
    const sent: Sent =
      token === null
        ? { kind: 'failed', error: new ApiError('http', { status: 401 }) }
        : await sendBooking(attempt, (body, key) => bookAppointment(body, key, token))
    if (sent.kind === 'booked') {
      void queries.invalidateQueries({ queryKey: availabilityQueries.all() })
      clear()
      const appointment = bookedAppointment(sent.booked, sent.body, sent.earlier)
      store.set(bookingAtom, { type: 'booked', appointment })
      announceBooked(JSON.stringify(sent.body), appointment)
      if (sent.message) notify('success', sent.message)
    } else fail(sent.error, state.attempt, attempt)
  }

  function fail(error: unknown, previous: Attempt | null, sent: Attempt) {
    const refusal = error instanceof ApiError && error.isRefusal ? error : null
    const attempt = refusal ? refusedAttempt(previous, sent, refusal.code) : sent
    store.set(bookingAtom, { type: 'failed', attempt })
    if (refusal?.status === 401 && store.get(bookingAtom).patient) {
      endVerification(store)
      return notify('info', t('validation.ended'))
    }
    notify('error', messageFor(error, t('error.request')))
    if (!refusal) return

    const { form } = store.get(bookingAtom)
    const errors = errorsOfWire(refusal.errors)
    if (refusal.code === 'slot_taken' || errors.date || errors.time) {
      void queries.invalidateQueries({ queryKey: availabilityQueries.all() })
    }
    if (refusal.code === 'slot_taken') {
      store.set(bookingAtom, { type: 'taken', slot: { date: form.date, time: form.time } })
    } else store.set(bookingAtom, { type: 'refused', errors })
  }
}

/** The booked appointment as its answer has it: 'YYYY-MM-DDTHH:mm' of the instant is clinic time already. */
function bookedAppointment(answer: Booked, body: BookAppointmentWire, earlier: boolean): BookedAppointment {
  return {
    reference: answer.reference,
    date: answer.appointment_date.slice(0, 10),
    time: answer.appointment_date.slice(11, 16),
    doctor: body.doctor_id ? (answer.doctor?.name ?? null) : null,
    location: body.location,
    email: body.email ?? '',
    phone: body.phone_number ?? '',
    earlier,
  }
}
