/**
 * Columns of a file with a clinic's book, in any order; docs/appointments-file.md describes them. A calendar file says the
 * same in its properties.
 */
export const BOOK_COLUMNS = [
  'reference',
  'date',
  'time',
  'end_time',
  'minutes',
  'doctor',
  'location',
  'service',
  'status',
  'clinic_id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'description',
  'language',
  'booked_on',
] as const
export type BookColumn = (typeof BOOK_COLUMNS)[number]
export const REQUIRED_BOOK_COLUMNS = ['reference', 'date', 'time'] as const satisfies readonly BookColumn[]

export type Cells = Partial<Record<BookColumn, string>>

/** Time of an appointment; `endsAt` null: the file does not say. */
export type Instants = { startsAt: Date; endsAt: Date | null }

/**
 * An appointment in a file; `at` where it has instants instead of days and times. `isCalendars`: the doctor comes from
 * the whole calendar. `passedOver`: it takes no one's time.
 */
export type BookLine = { line: number } & (
  | { cells: Cells; at?: Instants; isCalendars?: true; note?: string }
  | { passedOver: true }
  | { faults: string }
)

export const VISIT_STATUSES = ['open', 'confirmed', 'cancelled', 'done', 'no_show'] as const
export type VisitStatus = (typeof VISIT_STATUSES)[number]
