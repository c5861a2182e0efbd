import { useLayoutEffect, useRef } from 'react'
import { stepOfAddress } from './state/first-steps.ts'
import type { Step } from './state/steps.ts'

/** The step that the app has noted in an entry. */
const stepNoted = (state: unknown) => (state as { bookingStep?: Step } | null)?.bookingStep

/** The step of an entry, also of one that a link made before the app was there. */
const stepShown = (state: unknown): Step => stepNoted(state) ?? stepOfAddress()

/** What a link to a step has left in it goes. */
const ownAddress = () => location.pathname + location.search

/**
 * Makes the device's Back button lead to the step before instead of out of the page: each step further is an entry
 * of the browser's history. The address stays as it is, and the entry holds the step's number alone.
 * Heard from the moment the step is on screen: a press of Back in between would be lost.
 * @param isWatching false while there are no steps to go back to: a draft is being read, or all is booked
 * @param onShown the page shows step 2 since before the app was there
 */
export function useStepHistory(
  step: Step,
  isWatching: boolean,
  { onOpen, onShown }: { onOpen: (step: Step) => void; onShown: () => void },
): void {
  const isBegun = useRef(false)
  useLayoutEffect(() => {
    if (!isWatching) return
    const isFirst = !isBegun.current
    isBegun.current = true
    // Its entry is there already.
    if (isFirst && step === 1 && !stepNoted(history.state) && stepOfAddress() === 2) return onShown()
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
