import { useEffect, useRef, useState } from 'react'

/*
 * What somebody has begun to type or has open, over the end of a page that they did not ask for. When the tab locks it is
 * read out and sealed with the rest (lock.ts). When the session ends by itself it stays here, in the tab's memory alone,
 * until the same person signs in again. The same parts take it up when they are rendered again.
 */

/** Retention of an ended session's forms, in milliseconds. */
const KEPT_MS = 15 * 60_000

/** Address and history state. */
export type Place = {
  /** Path, question and fragment. */
  address: string
  /** State of the history entry: a search may be a patient's name. */
  state: unknown
  /** Pixels from the top. */
  scroll: number
}

const open = new Map<string, () => unknown>()
let stored: Record<string, unknown> = {}
let kept: { owner: string; until: number; place: Place; forms: Record<string, unknown> } | null = null
let dropping: ReturnType<typeof setTimeout> | undefined
/** Place of the person whose forms were restored. */
let restored: Place | null = null

/** Values of open forms, by name. */
export const openForms = (): Record<string, unknown> =>
  Object.fromEntries(
    [...open].map(([name, read]) => [name, read()]).filter(([, value]) => value !== undefined),
  )

export const currentPlace = (): Place => ({
  address: location.pathname + location.search + location.hash,
  state: history.state?.usr ?? null,
  scroll: scrollY,
})

/** Keeps the open forms in memory, for the owner of the session that is ending. */
export function keepForms(owner: string): void {
  const forms = openForms()
  if (Object.keys(forms).length === 0) return
  dropForms()
  // A timer pauses while the device sleeps, a clock does not.
  kept = { owner, until: Date.now() + KEPT_MS, place: currentPlace(), forms }
  dropping = setTimeout(dropForms, KEPT_MS)
}

/**
 * Restores the forms of the person who has signed in, and deletes them from memory; another person's are deleted
 * alone.
 */
export function claimForms(owner: string): void {
  const found = kept?.owner === owner && Date.now() < kept.until ? kept : null
  if (found) restoreForms(found.forms)
  restored = found?.place ?? null
  dropForms()
}

/** Forgets what was kept: after a sign-out by hand, or when its time is over. */
export function dropForms(): void {
  kept = null
  clearTimeout(dropping)
}

/** Place of the person whose forms were restored; read once. */
export function takeRestoredPlace(): Place | null {
  const place = restored
  restored = null
  return place
}

/**
 * Initial values of the forms that are rendered next. Valid until the next press: a form opened later may be another
 * of the same kind.
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

/** A state that outlives the page. @param name is its own on the page; the value has to fit into JSON */
export function useStoredState<T>(name: string, initial: T) {
  const [value, setValue] = useState<T>(() => (name in stored ? (stored[name] as T) : initial))
  const [first] = useState(initial)
  useStored(name, isSame(value, first) ? undefined : value)
  return [value, setValue] as const
}

/** Stores a state that is held elsewhere. @param put sets it */
export function useStoredElsewhere<T>(name: string, value: T | undefined, put: (value: T) => void): void {
  const [begun] = useState(() => storedOf(name))
  const putBack = useRef(put)
  useEffect(() => {
    if (begun !== undefined) putBack.current(begun as T)
  }, [begun])
  useStored(name, value)
}

/** Registers a value to be stored when the page ends; undefined: none. */
export function useStored(name: string, value: unknown): void {
  const latest = useRef(value)
  latest.current = value
  useEffect(() => {
    // Restored once: forms opened later start empty.
    delete stored[name]
    return openForm(name, () => latest.current)
  }, [name])
}

/** Lists a form among those that are open. @returns takes it off again */
export function openForm(name: string, read: () => unknown): () => void {
  open.set(name, read)
  return () => void open.delete(name)
}

/** Value that a form of this name had when the page ended. */
export const storedOf = (name: string): unknown => stored[name]

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
