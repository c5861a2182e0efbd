import { useEffect, useState } from 'react'

/** A value once it has stayed the same for so many milliseconds; until then the one before it. */
export function useDebounced<T extends string | number>(value: T, afterMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
