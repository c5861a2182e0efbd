import * as v from 'valibot'
import { GENDERS } from '../../../contract/fields.ts'
import { APPOINTMENT_TYPES } from '../../../domain/clinic.ts'
import type { BookingForm } from './booking-form.ts'
import type { BookingState } from './booking-state.ts'
import { STEPS } from './steps.ts'
import { DRAFT_KEY, hasStoredDraft } from './stored-draft.ts'

type Draft = Pick<BookingState, 'step' | 'reached' | 'form' | 'attempt'>

const text = v.string()
const StoredDraft = v.object({
  step: v.picklist(STEPS),
  reached: v.picklist(STEPS),
  form: v.object({
    firstName: text,
    lastName: text,
    age: text,
    email: text,
    phoneNumber: text,
    gender: v.picklist(['', ...GENDERS]),
    nationality: text,
    location: text,
    appointmentType: v.picklist(['', ...APPOINTMENT_TYPES]),
    serviceId: text,
    serviceText: text,
    tariff: v.nullable(v.number()),
    doctorId: text,
    doctor: text,
    department: text,
    date: text,
    time: text,
    description: text,
  } satisfies Record<keyof BookingForm, v.GenericSchema>),
  attempt: v.nullable(
    v.object({ key: text, bodies: v.array(text), state: v.picklist(['unanswered', 'refused']) }),
  ),
})

/**
 * The unfinished booking kept on this device, or null. What was stored by another version, or for a location
 * that is not offered any more, is not trusted.
 */
export function readDraft(offeredLocations: readonly string[]): Draft | null {
  if (!hasStoredDraft()) return null
  const parsed = v.safeParse(StoredDraft, JSON.parse(localStorage.getItem(DRAFT_KEY) ?? 'null'))
  if (parsed.success && offeredLocations.includes(parsed.output.form.location)) return parsed.output
  clearDraft()
  return null
}

/**
 * Keeps an unfinished booking; where the browser allows no storage, silently not. One that is kept already
 * stays as it is: a look at the page is no change, and must not give the draft another 24 hours.
 */
export function saveDraft({ step, reached, form, attempt }: Draft, now = Date.now()): void {
  try {
    const draft = { step, reached, form, attempt }
    if (isKept(JSON.stringify(draft))) return
    localStorage.setItem(DRAFT_KEY, JSON.stringify({ savedAt: now, ...draft }))
  } catch {
    // Private windows and full disks: the booking itself works without a draft.
  }
}

function isKept(draft: string): boolean {
  try {
    const { savedAt, ...kept } = JSON.parse(localStorage.getItem(DRAFT_KEY) ?? '{}')
    return JSON.stringify(kept) === draft
  } catch {
    // Not ours: it is written over.
    return false
  }
}

export function clearDraft(): void {
  try {
    localStorage.removeItem(DRAFT_KEY)
  } catch {
    // As above.
  }
}
