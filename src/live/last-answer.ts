import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { appointmentQueries } from '../api/appointments-list.ts'
import { store } from '../session/store.ts'
import { type LastAnswer, lastAnswerAtom } from './live-state.ts'

/** Keeps `lastAnswerAtom` by what becomes of the questions for appointments. @returns a function that ends it */
export function watchAnswers(client: QueryClient): () => void {
  const [root, lists] = appointmentQueries.lists()
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== root || event.query.queryKey[1] !== lists)
      return
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
