import type { QueryClient } from '@tanstack/react-query'
import type { Appointment } from '../../../../contract/appointments.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'

/** What the caches of appointments hold: a page or a day with its rows, or the details of one. */
type Held = { data: readonly Appointment[] } | Appointment

/** An appointment as a cached answer has it. */
export function rowIn(held: Held | undefined, id: string): Appointment | undefined {
  if (!held) return undefined
  return 'data' in held ? held.data.find((row) => row.id === id) : held.id === id ? held : undefined
}

/**
 * Puts an appointment into every cached list, day and details that have it; a newer version there stays. That is no
 * answer of the server to them: their age remains what it was.
 */
export function putRow(client: QueryClient, row: Appointment): void {
  for (const query of client.getQueryCache().findAll({ queryKey: appointmentQueries.all() })) {
    const held = query.state.data as Held | undefined
    const before = rowIn(held, row.id)
    if (!held || !before || before.version > row.version) continue
    const after = { ...before, ...row }
    client.setQueryData<Held>(
      query.queryKey,
      'data' in held ? { ...held, data: held.data.map((each) => (each === before ? after : each)) } : after,
      { updatedAt: query.state.dataUpdatedAt },
    )
  }
}
