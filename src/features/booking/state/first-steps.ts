import { type MouseEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { fieldId } from './booking-form.ts'
import type { Step } from './steps.ts'

/*
 * Steps 1 and 2 are in the page before the app is (docs/decisions/057-how-a-page-starts.md). Links lead from one to the other,
 * and CSS shows the one whose first control is the address's target; the focus goes there by itself.
 */

/** The id of what step 1 is called by: the first question, or what has taken its place. */
export const QUESTION_ID = 'validation-question'

/** Field named by a link to a step, for the focus. */
const TARGETS: Partial<Record<Step, string>> = { 1: QUESTION_ID, 2: fieldId('firstName') }

/** Address of a step that needs no script, for a link; undefined: the step needs the app. */
export const addressOf = (step: Step) => TARGETS[step] && `#${TARGETS[step]}`

/** The step that the address names. */
export const stepOfAddress = (): 1 | 2 => (globalThis.location?.hash === addressOf(2) ? 2 : 1)

/** Matches the wizard while step 2 is shown without the app. Only a first visit's is in the page (public/early.js). */
export const EARLY_SECOND = `html:not([data-returning]) &[data-early]:has(#${TARGETS[2]}:target)`

/** A press on a link that the app answers itself. One that opens a tab is the browser's. */
export const inApp = (go: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  go()
}

const never = () => () => {}

/** Whether the app's state says what is shown: false in the build, and until React has hydrated the page. */
export function useIsLive(): boolean {
  const isAsWritten = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const [isLive, setLive] = useState(!isAsWritten)
  // Together with what the state has taken over from the page (booking-page.tsx): step 1 in between would end a composition.
  useEffect(() => setLive(true), [])
  return isLive
}
