import { useAtomValue, useStore } from 'jotai'
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../i18n/languages.ts'
import { SurroundContext } from '../../../ui/surroundings.ts'
import { bookingAtom } from '../booking-atom.ts'
import type { Step } from '../steps.ts'
import type * as StepsModule from '../steps-two-to-four.tsx'
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

  const shown = (to: 1 | 2 | 3) => flushSync(() => store.set(bookingAtom, { type: 'shown', step: to }))

  /** Shows a step without the app's later parts, as long as those are on their way. @returns whether it did, or will */
  function show(to: Step): boolean {
    const { earlyBooking } = window
    if (!isThere || isTaken || !earlyBooking || to === 4) return false
    if (to === 3) earlyBooking.next()
    else {
      earlyBooking.step = to
      shown(to)
      earlyBooking.turn(to)
    }
    return true
  }

  useLayoutEffect(() => {
    const { earlyBooking } = window
    if (!isThere || !earlyBooking) return
    earlyBooking.show = (to) => {
      if (to < 3) return void open.current(to)
      shown(to)
      earlyBooking.turn(to)
    }
  })

  useLayoutEffect(() => {
    // One after the other: each is an entry of the browser's history. The focus is there already.
    const at = window.earlyBooking?.step ?? 1
    if (isThere && at > step) store.set(bookingAtom, { type: 'shown', step: (step + 1) as 2 | 3 })
  }, [isThere, step, store])

  useLayoutEffect(() => {
    if (isLater) endEarlyLook()
  }, [isLater])

  const takenAway = useRef<() => void>(undefined)
  useEffect(() => {
    const host = earlyStep()
    if (!isThere || isTaken || !isLater || !steps || !host) return
    let current = true
    // Not in React's own work, in which nothing can be hydrated at once.
    const ready = window.earlyBooking?.third?.atRest() ?? Promise.resolve()
    void ready.then(() => {
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
