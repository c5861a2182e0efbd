import { useEffect, useRef, useState } from 'react'

/*
 * What somebody has begun to type or has open, over a lock: it is read out when the tab locks, sealed with the rest, and
 * taken up by the same parts when the page is rendered again.
 */

const open = new Map<string, () => unknown>()
let stored: Record<string, unknown> = {}

/** What is open now, by name. */
export const openForms = (): Record<string, unknown> =>
  Object.fromEntries([...open].map(([name, read]) => [name, read()]))

/**
 * What the parts that are rendered next begin with. It holds until the next press: what somebody opens then is something
 * else, and may be another one of the same kind.
 */
export function restoreForms(forms: Record<string, unknown>): void {
  stored = forms
  const isOver = new AbortController()
  const end = () => {
    stored = {}
    isOver.abort()
  }
  for (const press of ['pointerdown', 'keydown'])
    addEventListener(press, end, { capture: true, signal: isOver.signal })
}

/** A state that outlives a lock of the page. @param name is its own on the page; the value has to fit into JSON */
export function useStoredState<T>(name: string, initial: T) {
  const [value, setValue] = useState<T>(() => (name in stored ? (stored[name] as T) : initial))
  useStored(name, value)
  return [value, setValue] as const
}

/** Has a value read out when the page locks. */
export function useStored(name: string, value: unknown): void {
  const latest = useRef(value)
  latest.current = value
  useEffect(() => {
    // Taken up once: what is opened later begins anew.
    delete stored[name]
    open.set(name, () => latest.current)
    return () => void open.delete(name)
  }, [name])
}

/** What a form of this name had when the page locked. */
export const storedOf = (name: string): unknown => stored[name]
