import { useQueries } from '@tanstack/react-query'
import { doctorQueries } from '../api/doctors.ts'

/** Options for the doctors of some locations. A doctor of several appears once. */
export function useDoctorOptions(codes: readonly string[]): { value: string; label: string }[] {
  const lists = useQueries({ queries: codes.map((code) => doctorQueries.list(code)) })
  const names = new Map(lists.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name] as const)))
  return [...names].map(([value, label]) => ({ value, label }))
}
