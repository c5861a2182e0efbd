import type { Blocker } from '../../../contract/blockers.ts'
import { type BlockerFields, ruleOfFields } from '../../../domain/blocker-fields.ts'
import type { BlockerRule, BlockerType } from '../../../domain/blockers.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { isoWithOffset } from '../../../domain/clinic-time.ts'

export type StoredBlocker = {
  id: string
  description: string
  type: BlockerType
  starts_at: Date | null
  ends_at: Date | null
  recurring_days: number[]
  recurring_dates: number[]
  selected_month: number | null
  location: string | null
  /** Doctor on leave; null: a blocker of the location. */
  doctor_id: string | null
  version: number
}

/** Not validated again: it was checked when saved. */
export function ruleOf(stored: StoredBlocker, timeZone: string): BlockerRule {
  return ruleOfFields(fieldsOf(stored), timeZone)
}

function fieldsOf(stored: StoredBlocker): BlockerFields {
  return {
    type: stored.type,
    startDateTime: stored.starts_at,
    endDateTime: stored.ends_at,
    recurringDays: stored.recurring_days,
    recurringDates: stored.recurring_dates,
    selectedMonth: stored.selected_month,
  }
}

/** A removed doctor is named by the id. */
export function asBlocker(
  stored: StoredBlocker,
  { timeZone, doctors }: Pick<Clinic, 'timeZone' | 'doctors'>,
): Blocker {
  const iso = (instant: Date | null) => instant && isoWithOffset(instant, timeZone)
  const { type, recurringDays, recurringDates, selectedMonth } = fieldsOf(stored)
  return {
    id: stored.id,
    description: stored.description,
    type,
    startDateTime: iso(stored.starts_at),
    endDateTime: iso(stored.ends_at),
    recurringDays: [...recurringDays],
    recurringDates: [...recurringDates],
    selectedMonth,
    location: stored.location,
    doctorId: stored.doctor_id,
    doctorName: doctors.find(({ id }) => id === stored.doctor_id)?.name ?? stored.doctor_id,
    version: stored.version,
  }
}
