import { useEffect, useState } from 'react'

/** The device's time in milliseconds since 1970, anew each second: a page that slept knows it as soon as it wakes. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
