import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { appointmentQueries } from '../api/appointments-list.ts'
import { BLOCKERS } from '../api/blockers-key.ts'
import { notificationQueries } from '../api/notifications.ts'
import { ApiError } from '../http/api-error.ts'
import { store } from '../store.ts'
import { type LastAnswer, lastAnswerAtom } from './live-state.ts'

/**
 * The questions that are asked again and again: lists of appointments, stored blockers, and the bell, which is on every
 * page. What is asked once says nothing of the rest.
 */
const JUDGED = [appointmentQueries.lists(), [...BLOCKERS, 'stored'], notificationQueries.all()]
const isJudged = (key: QueryKey) => JUDGED.some((start) => start.every((part, i) => key[i] === part))

/** Updates `lastAnswerAtom` with the results of these queries. @returns a function that ends it */
export function watchAnswers(client: QueryClient): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !isJudged(event.query.queryKey)) return
    const { action } = event
    // What the page itself has put there is no answer.
    if (action.type === 'success' && !action.manual) store.set(lastAnswerAtom, 'good')
    if (action.type === 'error') store.set(lastAnswerAtom, meaningOf(action.error))
  })
}

function meaningOf(error: unknown): LastAnswer {
  if (!(error instanceof ApiError)) return 'failing'
  if (error.kind !== 'http') return 'unreachable'
  // A question that was refused says nothing of the appointments that can be had.
  return error.isRefusal ? 'good' : 'failing'
}
