import { useLayoutEffect } from 'react'
import type { Step } from './steps.ts'

const stepShown = (state: unknown): Step => (state as { bookingStep?: Step } | null)?.bookingStep ?? 1

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
    if (step > stepShown(history.state)) history.pushState(entry, '')
    else history.replaceState(entry, '')
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
