import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { isTablet } from '../../../device/tablet/mark.ts'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import type { Surround } from '../../../ui/surroundings.ts'
import { bookingAtom } from '../booking-atom.ts'
import type { BookingAction, BookingState } from '../booking-state.ts'
import type { Step } from '../steps.ts'
import { endEarly, LATER_STEPS_ID } from './hand-over.ts'
import { holdThird, keepTimes } from './take-over-third.ts'
import { valuesIn } from './values.ts'

type LaterSteps = ComponentType<{ onOpen: (step: Step) => void }>

type Options = {
  /** The element of early-host.tsx. */
  host: HTMLElement
  surround: Surround
  /** The component of the later steps. */
  Steps: LaterSteps
  state: BookingState
  send: (action: BookingAction) => void
  onOpen: (step: Step) => void
  /** ISO code of the language that the page has by now. */
  language: string
}

/**
 * Makes the later steps a root of their own, in the place of step 2 as the build wrote it, and with its elements. All in one task:
 * between the look at what was typed and the state's having it no key can come, and React never holds another value than
 * the page. So nothing is written into a field while somebody types there, and focus, caret and composition stay.
 * Where somebody is on step 3 already (third.ts), that is rendered in its place, with what was chosen there.
 * @returns what takes it away again
 */
export function takeOver({ host, surround, Steps, state, send, onOpen, language }: Options): () => void {
  const place = host.querySelector<HTMLElement>(`#${LATER_STEPS_ID}`)
  if (!place) throw new Error('The early step has no place for the later ones.')
  const wantsNext = window.earlyBooking?.wantsNext ?? false
  const isOnThird = window.earlyBooking?.step === 3
  const values = valuesIn(place.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'))
  const isAsWritten = !isOnThird && place.lang === language && state.patient === null && !isTablet()
  const steps = surround(
    <ErrorBoundary>
      <Later Steps={Steps} onOpen={onOpen} />
    </ErrorBoundary>,
  )
  const third = window.earlyBooking?.third
  const chosen = third?.values() ?? {}
  const errors = third?.errors() ?? {}
  const errorsSaid = Object.keys(errors).length > 0
  // As it was written: so it is hydrated.
  third?.unsay()
  const held = third?.element && isOnThird ? holdThird(third, place) : null
  if (third?.times) keepTimes(values.location ?? state.form.location, third.times)
  endEarly()
  let root: ReturnType<typeof createRoot>
  if (isAsWritten) {
    // Synchronous, with its effects: hydration would else let keys in between its parts.
    flushSync(() => {
      root = hydrateRoot(place, steps)
    })
    flushSync(() => {
      send({ type: 'changed', change: values })
      send({ type: 'changed', change: chosen })
      if (errorsSaid) send({ type: 'refused', errors, isSaid: true })
    })
  } else {
    if (state.patient === null) {
      send({ type: 'changed', change: values })
      send({ type: 'changed', change: chosen })
    }
    root = createRoot(place)
    place.replaceChildren()
    flushSync(() => root.render(steps))
  }
  // From now on they speak the page's language, and follow it.
  place.removeAttribute('lang')
  host.querySelector('nav')?.remove()
  held?.()
  if (wantsNext) onOpen(3)
  return () => root.unmount()
}

function Later({ Steps, onOpen }: Pick<Options, 'Steps' | 'onOpen'>) {
  const { step, booked } = useAtomValue(bookingAtom)
  return step === 1 && !booked ? null : <Steps onOpen={onOpen} />
}
