import type { QueryClient } from '@tanstack/react-query'
import type { Appointment } from '../../../../contract/appointments.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'

type Held = { data: readonly Appointment[] } | Appointment

export function rowIn(held: Held | undefined, id: string): Appointment | undefined {
  if (!held) return undefined
  return 'data' in held ? held.data.find((row) => row.id === id) : held.id === id ? held : undefined
}

/** Keeps newer cached versions. As it is no answer to these queries, their age stays. */
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
