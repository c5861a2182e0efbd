import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { Appointment } from '../../../../../contract/appointments.ts'
import type { Todo } from '../../../../../contract/todo.ts'
import type { WaitingEntry } from '../../../../../contract/waiting-list.ts'
import { lacksOutcome } from '../../../../../domain/visits.ts'
import { todoQueries } from '../../../../api/todo.ts'
import { waitingQueries } from '../../../../api/waiting-list.ts'
import { mayAtom } from '../../../../session/rights.ts'
import { authUserAtom, readOnlyAtom } from '../../../../session/session-atoms.ts'
import { startOf } from '../../visit/visit-state.ts'

type ToDo = {
  /** Walk-ins of today who wait for a time. */
  waiting: readonly Todo[]
  /** Patients to call, by the time of their appointment. */
  calls: readonly Todo[]
  /** Past appointments without an outcome: today's, then earlier ones. */
  outcomes: readonly Appointment[]
  /** Patients to call about a free time. */
  offers: readonly WaitingEntry[]
  /** The others who wait for one, as far as they are listed. */
  entries: readonly WaitingEntry[]
  /** Number of waiting patients, including those to call. */
  waits: number
  /** Number of all but those who only wait, including those that are not listed here. */
  count: number
  isKnown: boolean
}

/**
 * To-dos of a location, or 'all', within the signed-in person's rights.
 * @param now milliseconds since 1970; today 'YYYY-MM-DD' in clinic time
 */
export function useTodo(location: string, { at: now, today }: { at: number; today: string }): ToDo {
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const may = useAtomValue(mayAtom)
  const isReading = useAtomValue(readOnlyAtom)
  const [mayCall, mayClose] = [may('book.write') && !isReading, may('visit.write') && !isReading]
  const called = useQuery({ ...todoQueries.calls(staffId, location), enabled: mayCall })
  const waits = useQuery({ ...waitingQueries.list(staffId, location), enabled: mayCall })
  const over = useQuery({ ...todoQueries.withoutOutcome(staffId, location, today), enabled: mayClose })
  const todos = called.data?.todos ?? []
  const rows = over.data?.data ?? []
  const entries = waits.data?.entries ?? []
  const offers = entries.filter(({ offer }) => offer?.isToCall)
  // What has just been pressed is no longer asked about.
  const outcomes = rows.filter((row) => lacksOutcome({ ...row, endsAt: endOf(row) }, new Date(now)))
  return {
    waiting: todos.filter(({ kind }) => kind === 'walk_in_waiting'),
    calls: todos.filter(({ kind }) => kind !== 'walk_in_waiting'),
    outcomes,
    offers,
    entries: entries.filter(({ offer }) => !offer?.isToCall),
    waits: waits.data?.total ?? 0,
    count:
      offers.length + (called.data?.total ?? 0) + (over.data?.total ?? 0) - (rows.length - outcomes.length),
    isKnown: (!mayCall || called.data !== undefined) && (!mayClose || over.data !== undefined),
  }
}

const endOf = (row: Appointment) => new Date(startOf(row) + row.duration * 60_000)
