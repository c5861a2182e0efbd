import { useContext, useEffect, useRef, useState } from 'react'
import { SurroundContext } from '../../ui/surroundings.ts'
import { isEarlyShown } from './early/hand-over.ts'

/** The markup of the card, which the build sets (src/app/prerender.tsx). In the browser it is in the page, and this is empty. */
export const writtenCard = { __html: '' }

/** On its element, by which it is hidden while the early script shows step 2. */
export const CLINIC_PLACE = 'data-clinic'

/**
 * Where step 1 says who it is. The card stands in the page as the build wrote it, and comes to life as a root of its own when
 * its script is there, which the first load does without. In a boundary React would give its HTML up at the first
 * change around it: all below would move up, and down again under the finger that presses there. Where the script cannot
 * be had it stays as written: address, phone and hours need none.
 */
export function ClinicPlace() {
  const place = useRef<HTMLDivElement>(null)
  // Trusted Types forbid even the empty markup where the element is made anew.
  const [written] = useState(() => (isWritten() ? { dangerouslySetInnerHTML: writtenCard } : {}))
  const surround = useContext(SurroundContext)
  useEffect(() => {
    // Whoever is on step 2 by now waits for that one's code, with which this would share the line.
    if (isEarlyShown()) return
    let takeAway: (() => void) | undefined
    let isHere = true
    import('./clinic-card.tsx').then(
      ({ bringToLife }) => {
        if (isHere && place.current) takeAway = bringToLife(place.current, surround)
      },
      () => {},
    )
    return () => {
      isHere = false
      // Not in React's own work.
      setTimeout(() => takeAway?.())
    }
  }, [surround])
  return <div ref={place} {...{ [CLINIC_PLACE]: '' }} suppressHydrationWarning {...written} />
}

const isWritten = () =>
  typeof document === 'undefined' || document.querySelector(`[${CLINIC_PLACE}]`) !== null
