import { atom } from 'jotai'
import { readOnlyAtom } from '../session/session-atoms.ts'

/** Whether this browser has a stream of events: then what is shown is true by itself, and nobody has to ask. */
export const hasStreamAtom = atom(false)

/**
 * How the server last answered when it was asked for what the page shows: 'failing' with a fault of its own,
 * 'unreachable' when no answer came.
 */
export type LastAnswer = 'good' | 'failing' | 'unreachable'
export const lastAnswerAtom = atom<LastAnswer>('good')

/**
 * What can be said of what is on the screen: it changes by itself ('live'), is asked for every half minute ('polled'),
 * or the server cannot be reached ('offline'), which holds as well for who reads without a session.
 */
export type Freshness = 'live' | 'polled' | 'offline'
export const freshnessAtom = atom((get): Freshness => {
  if (get(readOnlyAtom)) return 'offline'
  const answer = get(lastAnswerAtom)
  if (get(hasStreamAtom) && answer === 'good') return 'live'
  return answer === 'unreachable' ? 'offline' : 'polled'
})
