import '../../../device/proof/when-asked.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useStore } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { BookAppointmentWire, Booked } from '../../../../contract/booking.ts'
import { bookAppointment } from '../../../api/appointments.ts'
import { availabilityQueries } from '../../../api/availability.ts'
import { ApiError } from '../../../http/api-error.ts'
import { messageFor } from '../../../http/message-for.ts'
import { messageForAnswer } from '../../../i18n/wire-messages.ts'
import { patientToken } from '../../../session/patient-token.ts'
import { useMessages } from '../../../ui/messages.ts'
import { announceBooked } from '../state/booked-elsewhere.ts'
import { bookingAtom } from '../state/booking-atom.ts'
import { bodyToSend } from '../state/booking-body.ts'
import type { BookedAppointment } from '../state/booking-state.ts'
import { findErrors } from '../state/form-errors.ts'
import { type Attempt, nextAttempt } from '../state/idempotency.ts'
import { endVerification } from '../state/patient-session.ts'
import { saveDraft } from '../state/stored-draft.ts'
import { errorsOfWire } from './errors-of-wire.ts'
import { withoutProof } from './proof-texts.ts'
import { attemptAfter, type Device, retryBooking, type Tried } from './retry.ts'

/**
 * Submits the booking and leads to wherever its answer does: the booked state, a wrong field, another time. While there
 * is none it tries again by itself, for as long as the step is on screen and `stop` is not called.
 */
export function useSubmitBooking(): {
  /** @param sure the patient was asked about another visit at this time, and wants both */
  submit: (sure?: { override: boolean }) => Promise<void>
  stop: () => void
} {
  const store = useStore()
  const queries = useQueryClient()
  const { notify, leave } = useMessages()
  const { t } = useTranslation('booking')
  // Who leaves the step lets the call under way come to its end; who presses Stop has waited long enough.
  const ends = useRef<{ trying: AbortController; call: AbortController } | null>(null)
  useEffect(() => () => ends.current?.trying.abort(), [])

  return {
    submit,
    stop: () => {
      ends.current?.trying.abort()
      ends.current?.call.abort()
    },
  }

  async function submit(sure?: { override: boolean }) {
    const state = store.get(bookingAtom)
    if (state.sending) return
    // A draft of yesterday may have been restored right here.
    const errors = { ...findErrors(state.form, 2, state.patient), ...findErrors(state.form, 3) }
    if (Object.keys(errors).length > 0) return store.set(bookingAtom, { type: 'refused', errors })

    leave()
    const attempt = nextAttempt(state.attempt, bodyToSend(state, sure))
    store.set(bookingAtom, { type: 'sending', attempt })
    // Before it is sent: should the page die now, the key must be there for the next try.
    saveDraft({ ...state, attempt })

    const token = state.patient ? patientToken.read() : undefined
    const trying = new AbortController()
    const call = new AbortController()
    ends.current = { trying, call }
    const sent: Tried =
      token === null
        ? { kind: 'failed', error: new ApiError('http', { status: 401 }), lostOne: false }
        : await retryBooking(attempt, {
            book: (body, key) => {
              const onProof = () => store.set(bookingAtom, { type: 'troubled', trouble: 'proof' })
              return bookAppointment(body, key, { token, signal: call.signal, onProof })
            },
            device: thisDevice,
            signal: trying.signal,
            onTrouble: (trouble) => store.set(bookingAtom, { type: 'troubled', trouble }),
          })
    if (sent.kind === 'booked') {
      void queries.invalidateQueries({ queryKey: availabilityQueries.all() })
      leave()
      const appointment = bookedAppointment(sent.booked, sent.body, sent.earlier)
      store.set(bookingAtom, { type: 'booked', appointment })
      announceBooked(JSON.stringify(sent.body), appointment)
      const answer = messageForAnswer(sent.message, 'success')
      if (answer) notify('success', answer)
    } else fail(sent.error, attemptAfter(state.attempt, attempt, sent), trying.signal.aborted)
  }

  /** @param isLeft whether the page was left */
  function fail(error: unknown, attempt: Attempt, isLeft: boolean) {
    const refusal = error instanceof ApiError && error.isRefusal ? error : null
    store.set(bookingAtom, { type: 'failed', attempt })
    if (refusal?.status === 401 && store.get(bookingAtom).patient) {
      endVerification(store)
      return notify('info', t('validation.ended'))
    }
    if (isLeft && !refusal) return
    const { form, patient } = store.get(bookingAtom)
    if (patient && refusal?.code === 'same_person_same_time')
      return store.set(bookingAtom, { type: 'beside' })
    const errors = refusal ? errorsOfWire(refusal.errors, refusal.code) : {}
    const isTaken = refusal?.code === 'slot_taken'
    if (isTaken || errors.date || errors.time) {
      void queries.invalidateQueries({ queryKey: availabilityQueries.all() })
    }
    // Said once: beside the times, at the fields, or else for the whole page. A patient sees few of the fields.
    if (isTaken) {
      store.set(bookingAtom, { type: 'taken', slot: { date: form.date, time: form.time } })
      return
    }
    const hasFields = Object.keys(errors).length > 0
    if (hasFields) store.set(bookingAtom, { type: 'refused', errors })
    if (!hasFields || patient)
      notify('error', withoutProof(error, form.location) ?? messageFor(error, t('error.request')))
  }
}

/** The booked appointment as its answer has it: 'YYYY-MM-DDTHH:mm' of the instant is clinic time already. */
function bookedAppointment(answer: Booked, body: BookAppointmentWire, earlier: boolean): BookedAppointment {
  const doctor = answer.doctor?.name ?? null
  return {
    reference: answer.reference,
    date: answer.appointment_date.slice(0, 10),
    time: answer.appointment_date.slice(11, 16),
    minutes: answer.duration,
    doctor: body.doctor_id ? doctor : null,
    assigned: body.doctor_id ? null : doctor,
    location: body.location,
    email: body.email ?? '',
    phone: body.phone_number ?? '',
    earlier,
  }
}

/** The browser's own device. */
const thisDevice: Device = {
  now: () => Date.now(),
  isOnline: () => navigator.onLine,
  chance: Math.random,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const over = () => {
        clearTimeout(timer)
        removeEventListener('online', over)
        signal.removeEventListener('abort', over)
        resolve()
      }
      const timer = setTimeout(over, ms)
      addEventListener('online', over)
      signal.addEventListener('abort', over)
      if (signal.aborted) over()
    }),
}
