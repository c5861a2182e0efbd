import { replaceEqualDeep } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** A value of which all that is as it was before stays the same object, so that only what has changed renders. */
export function useShared<T>(value: T): T {
  const before = useRef(value)
  const shared = replaceEqualDeep(before.current, value)
  useEffect(() => {
    before.current = shared
  })
  return shared
}
