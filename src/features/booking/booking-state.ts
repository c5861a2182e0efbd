import type { FieldMessage } from '../../../contract/fields.ts'
import type { Attempt } from './attempt.ts'
import { type BookingField, type BookingForm, changeForm, emptyForm } from './booking-form.ts'
import { firstField, type Step, stepOf } from './steps.ts'

/** What is wrong with a field: a key of our own words, or a sentence the server chose. */
export type FieldError = { key: FieldMessage } | { sentence: string }
export type BookingErrors = Partial<Record<BookingField, FieldError>>

/** A day and a time of day in clinic time. */
export type Slot = { date: string; time: string }

/** What was booked, as the last screen tells it. */
export type BookedAppointment = Slot & {
  reference: string
  /** Only when the visitor chose one. */
  doctor: string | null
  location: string
  email: string
  /** An earlier try had arrived after all, and its details differ from what was typed later. */
  earlier: boolean
}

export type BookingState = {
  step: Step
  /** The furthest step opened so far; the header leads back to any up to it. */
  reached: Step
  form: BookingForm
  errors: BookingErrors
  /** The time that someone else took while this visitor was booking it. */
  taken: Slot | null
  attempt: Attempt | null
  sending: boolean
  booked: BookedAppointment | null
  /** Where the focus goes next; `turn` tells two requests for the same place apart. */
  focus: { on: 'heading' | 'taken' | BookingField; turn: number } | null
}

export type BookingAction =
  | { type: 'changed'; change: Partial<BookingForm> }
  | { type: 'opened'; step: Step }
  | { type: 'refused'; errors: BookingErrors }
  | { type: 'sending'; attempt: Attempt }
  | { type: 'failed'; attempt: Attempt }
  | { type: 'taken'; slot: Slot }
  | { type: 'booked'; appointment: BookedAppointment }
  | { type: 'restored'; draft: Pick<BookingState, 'step' | 'reached' | 'form' | 'attempt'> }
  | { type: 'restarted'; offeredLocations: readonly string[] }

export function initialState(offeredLocations: readonly string[]): BookingState {
  return {
    step: 1,
    reached: 1,
    form: emptyForm(offeredLocations),
    errors: {},
    taken: null,
    attempt: null,
    sending: false,
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
    case 'opened':
      return { ...state, ...open(action.step), focus: focusOn('heading') }
    case 'refused': {
      const first = firstField(Object.keys(action.errors) as BookingField[])
      if (!first) return { ...state, sending: false }
      return {
        ...state,
        ...open(stepOf(first)),
        errors: action.errors,
        sending: false,
        focus: focusOn(first),
      }
    }
    case 'sending':
      return { ...state, attempt: action.attempt, sending: true }
    case 'failed':
      return { ...state, attempt: action.attempt, sending: false }
    case 'taken':
      return {
        ...state,
        ...open(3),
        form: { ...state.form, time: '' },
        taken: action.slot,
        sending: false,
        focus: focusOn('taken'),
      }
    case 'booked':
      return {
        ...state,
        booked: action.appointment,
        attempt: null,
        sending: false,
        focus: focusOn('heading'),
      }
    case 'restored':
      return { ...state, ...action.draft }
    case 'restarted':
      return { ...initialState(action.offeredLocations), focus: focusOn('heading') }
  }
}

function withoutChanged(errors: BookingErrors, before: BookingForm, after: BookingForm): BookingErrors {
  const kept = Object.entries(errors).filter(
    ([field]) => before[field as BookingField] === after[field as BookingField],
  )
  return kept.length === Object.keys(errors).length ? errors : Object.fromEntries(kept)
}
