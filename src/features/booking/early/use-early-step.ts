import { useAtomValue, useStore } from 'jotai'
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../i18n/languages.ts'
import { SurroundContext } from '../../../ui/surroundings.ts'
import { bookingAtom } from '../booking-atom.ts'
import type { Step } from '../steps.ts'
import type * as StepsModule from '../steps-two-to-four.tsx'
import { QUESTION_ID } from '../verify/question-id.ts'
import { earlyStep, endEarlyLook } from './hand-over.ts'
import { written } from './written.ts'

/**
 * Step 2 as the build wrote it into the page: shown at once, by the early script before this runs, and taken over when
 * the later steps are there.
 * @param steps undefined while they are on their way
 */
export function useEarlyStep(steps: typeof StepsModule | undefined, onOpen: (step: Step) => void) {
  const store = useStore()
  const { i18n } = useTranslation()
  const surround = useContext(SurroundContext)
  const { step, booked, patient } = useAtomValue(bookingAtom)
  const [isThere] = useState(() => written.__html !== '' || earlyStep() !== null)
  const [isTaken, setTaken] = useState(false)
  const open = useRef(onOpen)
  useLayoutEffect(() => {
    open.current = onOpen
  })
  const isLater = step > 1 || booked !== null

  /** Shows step 1 or 2 without the app's later parts, as long as those are on their way. @returns whether it did */
  function show(to: Step): boolean {
    if (!isThere || isTaken || (to !== 1 && to !== 2)) return false
    flushSync(() => store.set(bookingAtom, { type: 'shown', step: to }))
    scrollTo(0, 0)
    const target = to === 1 ? document.getElementById(QUESTION_ID) : earlyStep()?.querySelector('input')
    target?.focus({ preventScroll: true })
    return true
  }

  useLayoutEffect(() => {
    const { earlyBooking } = window
    if (!isThere || !earlyBooking) return
    earlyBooking.show = (to) => {
      earlyBooking.step = to
      if (to === 1) open.current(1)
    }
    // The focus is there already.
    if (earlyBooking.step === 2) store.set(bookingAtom, { type: 'shown', step: 2 })
  }, [isThere, store])

  useLayoutEffect(() => {
    if (isLater) endEarlyLook()
  }, [isLater])

  const takenAway = useRef<() => void>(undefined)
  useEffect(() => {
    const host = earlyStep()
    if (!isThere || isTaken || !isLater || !steps || !host) return
    let current = true
    // Not in React's own work, in which nothing can be hydrated at once.
    queueMicrotask(() => {
      if (!current) return
      // First: what is not shown takes no focus.
      flushSync(() => setTaken(true))
      takenAway.current = steps.takeOver({
        host,
        surround,
        Steps: steps.StepsTwoToFour,
        state: store.get(bookingAtom),
        send: (action) => store.set(bookingAtom, action),
        onOpen: (to) => open.current(to),
        language: isoLanguage(i18n.language),
      })
    })
    return () => {
      current = false
    }
  }, [isThere, isTaken, isLater, steps, store, surround, i18n])
  useEffect(() => () => void setTimeout(() => takenAway.current?.()), [])

  return { isThere, isShown: isLater && (isTaken || patient === null), show }
}
