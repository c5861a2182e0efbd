import { atom } from 'jotai'

/** Whether this browser has a stream of events: then what is shown is true by itself, and nobody has to ask. */
export const hasStreamAtom = atom(false)

/**
 * How the server last answered when it was asked for appointments: 'failing' with a fault of its own, 'unreachable'
 * when no answer came.
 */
export type LastAnswer = 'good' | 'failing' | 'unreachable'
export const lastAnswerAtom = atom<LastAnswer>('good')

/**
 * What can be said of the appointments on the screen: they change by themselves ('live'), are asked for every half
 * minute ('polled'), or the server cannot be reached ('offline').
 */
export const freshnessAtom = atom((get): 'live' | 'polled' | 'offline' => {
  const answer = get(lastAnswerAtom)
  if (get(hasStreamAtom) && answer === 'good') return 'live'
  return answer === 'unreachable' ? 'offline' : 'polled'
})
