import type { QueryClient } from '@tanstack/react-query'
import type { Appointment } from '../../../../contract/appointments.ts'
import { ALL_LOCATIONS } from '../../../../domain/locations.ts'
import { byTime } from '../../../api/appointments-days.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'

type Rows = { data: Appointment[] }

/** Puts a new appointment into the days and weeks that are shown, until they have been asked for anew. */
export function addRow(client: QueryClient, row: Appointment): void {
  const day = row.appointment_date.slice(0, 10)
  for (const query of client.getQueryCache().findAll({ queryKey: appointmentQueries.lists() })) {
    const [, , kind, , location, from = '', to = from] = query.queryKey as string[]
    const isHere = location === ALL_LOCATIONS || location === row.user.location
    if ((kind !== 'day' && kind !== 'range') || !isHere || day < from || day > to) continue
    const held = query.state.data as Rows | undefined
    if (!held || held.data.some(({ id }) => id === row.id)) continue
    const { dataUpdatedAt: updatedAt } = query.state
    client.setQueryData<Rows>(query.queryKey, { ...held, data: byTime([...held.data, row]) }, { updatedAt })
  }
  void client.invalidateQueries({ queryKey: appointmentQueries.all() })
}
