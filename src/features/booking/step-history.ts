import { useLayoutEffect } from 'react'
import { stepOfAddress } from './first-steps.ts'
import type { Step } from './steps.ts'

/** The step of an entry, also of one that a link made before the app was there. */
const stepShown = (state: unknown): Step =>
  (state as { bookingStep?: Step } | null)?.bookingStep ?? stepOfAddress()

/** What a link to a step has left in it goes. */
const ownAddress = () => location.pathname + location.search

/**
 * Makes the device's Back button lead to the step before instead of out of the page: each step further is an entry
 * of the browser's history. The address stays as it is, and the entry holds the step's number alone.
 * Heard from the moment the step is on screen: a press of Back in between would be lost.
 * @param isWatching false while there are no steps to go back to: a draft is being read, or all is booked
 */
export function useStepHistory(step: Step, isWatching: boolean, onOpen: (step: Step) => void): void {
  useLayoutEffect(() => {
    if (!isWatching) return
    const entry = { ...history.state, bookingStep: step }
    if (step > stepShown(history.state)) history.pushState(entry, '', ownAddress())
    else history.replaceState(entry, '', ownAddress())
  }, [step, isWatching])

  useLayoutEffect(() => {
    if (!isWatching) return
    const onMove = ({ state }: PopStateEvent) => {
      if (stepShown(state) !== step) onOpen(stepShown(state))
    }
    addEventListener('popstate', onMove)
    return () => removeEventListener('popstate', onMove)
  }, [step, isWatching, onOpen])
}
