import { atom } from 'jotai'
import { readOnlyAtom } from '../session/session-atoms.ts'

/** Whether this browser has an event stream, so that the page is current without polling. */
export const hasStreamAtom = atom(false)

/**
 * Last answer of the server to the page's queries: 'failing' with an error of its own, 'unreachable' without an
 * answer.
 */
export type LastAnswer = 'good' | 'failing' | 'unreachable'
export const lastAnswerAtom = atom<LastAnswer>('good')

/**
 * Freshness of the page: updated by events ('live'), polled every half minute ('polled'), or 'offline', also for a
 * reader without a session.
 */
export type Freshness = 'live' | 'polled' | 'offline'
export const freshnessAtom = atom((get): Freshness => {
  if (get(readOnlyAtom)) return 'offline'
  const answer = get(lastAnswerAtom)
  if (get(hasStreamAtom) && answer === 'good') return 'live'
  return answer === 'unreachable' ? 'offline' : 'polled'
})
