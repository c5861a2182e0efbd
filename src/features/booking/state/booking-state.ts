import type { FieldMessage } from '../../../../contract/fields.ts'
import type { VerifiedPatient } from '../../../../contract/one-time-codes.ts'
import type { Problems } from '../../../ui/form/problems.ts'
import { type BookingField, type BookingForm, changeForm, emptyForm } from './booking-form.ts'
import type { Attempt } from './idempotency.ts'
import { firstField, type Step, stepOf } from './steps.ts'

/** Why a booking that was submitted has no answer yet: a bad line, none as the device says, or a proof of work. */
export type Trouble = 'poor' | 'offline' | 'proof'

/** 'contact': an email address or a phone number is needed, and there is neither. */
export type BookingFieldMessage = FieldMessage | 'contact'
export type BookingErrors = Problems<BookingField, BookingFieldMessage>

/** A day and a time of day in clinic time. */
export type Slot = { date: string; time: string }

/** The booked appointment, for the last screen. */
export type BookedAppointment = Slot & {
  reference: string
  /** Duration in minutes. */
  minutes: number
  /** Only when the visitor chose one. */
  doctor: string | null
  /** Else who the clinic has assigned so far; null: not said. */
  assigned: string | null
  location: string
  email: string
  /** Phone number of the confirmation, without an email. */
  phone: string
  /** An earlier try had arrived after all, and its details differ from what was typed later. */
  earlier: boolean
}

export type BookingState = {
  step: Step
  /** The furthest step opened so far; the header leads back to any up to it. */
  reached: Step
  /** Whether the first question was answered with Yes. */
  registered: boolean
  /** The verified patient who books; null: a visitor, or not verified (any more). */
  patient: VerifiedPatient | null
  /** The patient whose booking this is, also when the verification has ended; null: a visitor's. */
  ownerId: string | null
  form: BookingForm
  errors: BookingErrors
  /** The time that someone else took while this visitor was booking it. */
  taken: Slot | null
  attempt: Attempt | null
  sending: boolean
  /** A verified patient has another visit at the chosen time, and is asked whether this one is meant as well. */
  isBeside: boolean
  /** Why a booking that was sent is being sent again; null: it is not. */
  trouble: Trouble | null
  booked: BookedAppointment | null
  /** Next place of the focus; `turn` distinguishes two requests for the same place. */
  focus: { on: 'heading' | 'taken' | BookingField; turn: number } | null
}

/** Stored part of an unfinished booking. */
export type Draft = Pick<BookingState, 'step' | 'reached' | 'form' | 'attempt' | 'patient' | 'ownerId'>

export type BookingAction =
  | { type: 'changed'; change: Partial<BookingForm> }
  | { type: 'opened'; step: Step }
  | { type: 'shown'; step: 1 | 2; hasFocus: boolean }
  | { type: 'refused'; errors: BookingErrors }
  | { type: 'sending'; attempt: Attempt }
  | { type: 'troubled'; trouble: Trouble }
  | { type: 'failed'; attempt: Attempt }
  | { type: 'taken'; slot: Slot }
  | { type: 'beside' }
  | { type: 'booked'; appointment: BookedAppointment }
  | { type: 'answered'; registered: boolean }
  | { type: 'verified'; patient: VerifiedPatient; record: Partial<BookingForm> }
  | { type: 'ended' }
  | { type: 'left' }
  | { type: 'restored'; draft: Draft }
  | { type: 'restarted' }

/** State without a submit in progress. */
const idle = { sending: false, trouble: null, isBeside: false } as const

export function initialState(location = ''): BookingState {
  return {
    step: 1,
    reached: 1,
    registered: false,
    patient: null,
    ownerId: null,
    form: emptyForm(location),
    errors: {},
    taken: null,
    attempt: null,
    ...idle,
    booked: null,
    focus: null,
  }
}

/** The wizard's state after something happened. */
export function reduceBooking(state: BookingState, action: BookingAction): BookingState {
  const focusOn = (on: NonNullable<BookingState['focus']>['on']) => ({
    on,
    turn: (state.focus?.turn ?? 0) + 1,
  })
  const open = (step: Step) => ({ step, reached: step > state.reached ? step : state.reached })

  switch (action.type) {
    case 'changed': {
      const form = changeForm(state.form, action.change)
      const taken = action.change.time ? null : state.taken
      return { ...state, form, taken, errors: withoutChanged(state.errors, state.form, form) }
    }
    case 'opened': {
      // A new patient types next, without a press; the form's label is its heading.
      const isNew = state.step === 1 && action.step === 2 && !state.patient
      const focus = focusOn(isNew ? 'firstName' : 'heading')
      return { ...state, ...open(action.step), trouble: null, isBeside: false, focus }
    }
    case 'shown':
      // The page itself has shown it (first-steps.ts), with the focus unless that was lost on the way.
      return { ...state, ...open(action.step), focus: action.hasFocus ? null : focusOn('firstName') }
    case 'refused': {
      const first = firstField(Object.keys(action.errors) as BookingField[])
      if (!first) return { ...state, ...idle }
      return {
        ...state,
        ...open(stepOf(first)),
        errors: action.errors,
        ...idle,
        focus: focusOn(first),
      }
    }
    case 'sending':
      return { ...state, attempt: action.attempt, ...idle, sending: true }
    case 'troubled':
      return { ...state, trouble: action.trouble }
    case 'failed':
      return { ...state, attempt: action.attempt, ...idle }
    case 'taken':
      return {
        ...state,
        ...open(3),
        form: { ...state.form, time: '' },
        taken: action.slot,
        ...idle,
        focus: focusOn('taken'),
      }
    case 'beside':
      return { ...state, ...idle, isBeside: true }
    case 'booked':
      return {
        ...state,
        booked: action.appointment,
        patient: state.patient && afterBooking(state.patient, action.appointment),
        attempt: null,
        ...idle,
        focus: focusOn('heading'),
      }
    case 'answered':
      return { ...state, registered: action.registered }
    case 'verified':
      return { ...ownedBy(state, action), focus: focusOn('heading') }
    case 'ended':
      // What is booked is booked: that page stays.
      if (state.booked) return { ...state, patient: null }
      return { ...withoutPerson(state), focus: focusOn('heading') }
    case 'left':
      return { ...initialState(), registered: true }
    case 'restored':
      return { ...state, ...action.draft, registered: action.draft.ownerId !== null }
    case 'restarted':
      return { ...initialState(), focus: focusOn('heading') }
  }
}

/** Whether a patient has as many open appointments as may be booked here. */
export const isFull = ({ openAppointments, openLimit }: VerifiedPatient): boolean =>
  openLimit !== null && openAppointments >= openLimit

/** The booking as a patient's who has just been verified: what was chosen stays, unless somebody else chose it. */
function ownedBy(
  state: BookingState,
  { patient, record }: Extract<BookingAction, { type: 'verified' }>,
): BookingState {
  const isOthers = state.ownerId !== null && state.ownerId !== patient.id
  const kept = isOthers ? initialState(state.form.location) : state
  // A reached limit of bookings is shown before anything is filled in.
  const step = isFull(patient) ? 1 : 2
  return {
    ...kept,
    step,
    reached: step,
    registered: true,
    patient,
    ownerId: patient.id,
    form: { ...kept.form, ...record },
    errors: {},
    ...idle,
  }
}

/**
 * The record after the booking: one more open appointment, and a contact that was missing is the typed one.
 */
function afterBooking(patient: VerifiedPatient, { email, phone }: BookedAppointment): VerifiedPatient {
  const openAppointments = patient.openAppointments + 1
  return {
    ...patient,
    openAppointments,
    email: patient.email || email,
    phoneNumber: patient.phoneNumber || phone,
  }
}

/** The booking at its first step, without the patient whose verification has ended; what was chosen stays. */
function withoutPerson(state: BookingState): BookingState {
  const { form } = state
  const { rawId, emrId, middleName, address, ...empty } = emptyForm(form.location)
  const { firstName, lastName, email, phoneNumber, guardian, gender, age, nationality } = empty
  const ids = { rawId, emrId, middleName, address }
  const person = { ...ids, firstName, lastName, email, phoneNumber, guardian, gender, age, nationality }
  return {
    ...state,
    step: 1,
    reached: 1,
    registered: true,
    patient: null,
    form: { ...form, ...person },
    errors: {},
    ...idle,
  }
}

function withoutChanged(errors: BookingErrors, before: BookingForm, after: BookingForm): BookingErrors {
  const fields = Object.keys(before) as BookingField[]
  const changed: readonly string[] = fields.filter((field) => before[field] !== after[field])
  const kept = Object.entries(errors).filter(([field]) => !changed.includes(field))
  return kept.length === Object.keys(errors).length ? errors : Object.fromEntries(kept)
}
