import { queryOptions } from '@tanstack/react-query'
import { type Appointment, AppointmentsAnswer } from '../../contract/appointments.ts'
import { LIST_LIMIT, RANGE_DAYS } from '../../contract/lists.ts'
import { type Todo, TodoAnswer, TodoDoneAnswer } from '../../contract/todo.ts'
import { addDays } from '../../domain/clinic-time.ts'
import { CHANGE_TIMEOUT_MS, LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import { appointmentQueries } from './appointments-list.ts'
import { listQuery } from './list-query.ts'
import { requestContextOf } from './request-context.ts'

/** A visit ends by itself, and a message fails unheard, so both lists are asked for again after so long. */
const AGAIN_MS = 60_000

export type Todos = { todos: Todo[]; total: number }
export type WithoutOutcome = { data: Appointment[]; total: number }

/**
 * To-do list of a location, or of all own locations ('all'). Fetched again after each change of an appointment, under
 * whose keys it is, and not stored on a device.
 */
export const todoQueries = {
  calls: (staffId: string, location: string) =>
    queryOptions({
      ...listQuery,
      refetchInterval: AGAIN_MS,
      queryKey: [...todosKey(staffId), location],
      queryFn: async (context): Promise<Todos> => {
        const { data, paging } = await staffCall(TodoAnswer, {
          method: 'GET',
          path: `/todo?${new URLSearchParams({ location, limit: String(LIST_LIMIT) })}`,
          timeoutMs: LIST_TIMEOUT_MS,
          ...requestContextOf(context),
        })
        return { todos: data, total: paging.total }
      },
    }),
  /** @param today 'YYYY-MM-DD' in clinic time */
  withoutOutcome: (staffId: string, location: string, today: string) =>
    queryOptions({
      ...listQuery,
      refetchInterval: AGAIN_MS,
      queryKey: [...appointmentQueries.all(), 'without-outcome', staffId, location, today],
      queryFn: async (context): Promise<WithoutOutcome> => {
        const asked = { location, from: addDays(today, 1 - RANGE_DAYS), limit: String(LIST_LIMIT) }
        const { data, paging } = await staffCall(AppointmentsAnswer, {
          method: 'GET',
          path: `/appointments/without-outcome?${new URLSearchParams(asked)}`,
          timeoutMs: LIST_TIMEOUT_MS,
          ...requestContextOf(context),
        })
        return { data, total: paging.total }
      },
    }),
}

/** Queries of all locations. */
export const todosKey = (staffId: string) => [...appointmentQueries.all(), 'todo', staffId] as const

/** Takes somebody off the list, with an optional note. @throws ApiError */
export async function finishTodo(id: string, note: string): Promise<void> {
  await staffCall(TodoDoneAnswer, {
    method: 'POST',
    path: `/todo/${encodeURIComponent(id)}/done`,
    body: note === '' ? {} : { note },
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}

/** Puts them back. @throws ApiError */
export async function reopenTodo(id: string): Promise<void> {
  await staffCall(TodoDoneAnswer, {
    method: 'DELETE',
    path: `/todo/${encodeURIComponent(id)}/done`,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}
