import { type AppointmentFilter, requestOf } from './appointments-list.ts'
import { type ExportOptions, exportFile } from './export-file.ts'

/** All appointments of a filter as a CSV file. @throws ApiError as `exportFile` does */
export function exportAppointments(filter: AppointmentFilter, options: ExportOptions): Promise<Blob> {
  const { location, query, body } = requestOf(filter)
  return exportFile(`/appointments/${location}/export?${new URLSearchParams(query)}`, body, options)
}
