import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { throttle } from '../device/throttle.ts'
import { takePlace } from '../session/lock.ts'
import { lockedAtom } from '../session/session-atoms.ts'

/** Time limit for the page to reach its former height, in milliseconds. */
const GROWS_MS = 10_000
const HANDS = ['pointerdown', 'wheel', 'keydown']

/**
 * Removes the page's state from its history entry while the session is locked, since a search may be a patient's
 * name. After the unlock it is restored, with address and scroll position.
 */
export function useLock(): 'locked' | 'returning' | 'here' {
  const isLocked = useAtomValue(lockedAtom) !== null
  const [isAway, setAway] = useState(isLocked)
  const navigate = useNavigate()
  useEffect(() => {
    if (isLocked) {
      const { pathname, search, hash } = location
      navigate(pathname + search + hash, { replace: true, state: null })
      return setAway(true)
    }
    if (!isAway) return
    const place = takePlace()
    if (place) navigate(place.address, { replace: true, state: place.state })
    setAway(false)
    if (place) scrollBack(place.scroll)
  }, [isLocked, isAway, navigate])
  if (isLocked) return 'locked'
  return isAway ? 'returning' : 'here'
}

/** Scrolls down as soon as the page is long enough, unless a hand is faster. */
function scrollBack(top: number): void {
  const grow = throttle(() => {
    if (document.documentElement.scrollHeight - innerHeight < top) return
    scrollTo(0, top)
    stop()
  })
  const grown = new ResizeObserver(grow)
  const timer = setTimeout(() => stop(), GROWS_MS)
  const stop = () => {
    grow.cancel()
    grown.disconnect()
    clearTimeout(timer)
    for (const hand of HANDS) removeEventListener(hand, stop)
  }
  for (const hand of HANDS) addEventListener(hand, stop, { passive: true })
  grown.observe(document.body)
}
