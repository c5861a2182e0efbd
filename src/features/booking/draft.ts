import * as v from 'valibot'
import { GENDERS } from '../../../contract/fields.ts'
import { VerifiedPatient } from '../../../contract/one-time-codes.ts'
import { APPOINTMENT_TYPES } from '../../../domain/clinic.ts'
import { isTablet } from '../../device/tablet/mark.ts'
import { NO_NUMBER } from '../../ui/form/form-field.ts'
import { type BookingForm, emptyForm } from './booking-form.ts'
import type { Draft } from './booking-state.ts'
import { StoredAttempt } from './idempotency.ts'
import { STEPS } from './steps.ts'
import { DRAFT_KEY, hasStoredDraft, ofDevice, ofTab } from './stored-draft.ts'

const text = v.string()
/** What earlier versions did not store. */
const laterText = v.optional(text, '')
const StoredDraft = v.object({
  step: v.picklist(STEPS),
  reached: v.picklist(STEPS),
  form: v.object({
    rawId: laterText,
    emrId: laterText,
    middleName: laterText,
    address: laterText,
    firstName: text,
    lastName: text,
    // What was no number stood in the field alone, and is gone with the page.
    age: v.pipe(
      text,
      v.transform((age) => (age === NO_NUMBER ? '' : age)),
    ),
    email: text,
    phoneNumber: text,
    guardian: laterText,
    gender: v.picklist(['', ...GENDERS]),
    nationality: text,
    location: text,
    appointmentType: v.picklist(['', ...APPOINTMENT_TYPES]),
    serviceId: text,
    serviceText: text,
    service: laterText,
    tariff: v.nullable(v.number()),
    doctorId: text,
    doctor: text,
    department: text,
    date: text,
    time: text,
    description: text,
  } satisfies Record<keyof BookingForm, v.GenericSchema>),
  attempt: v.nullable(StoredAttempt),
  patient: v.optional(v.nullable(VerifiedPatient), null),
  ownerId: v.optional(v.nullable(text), null),
})

/**
 * The unfinished booking kept in this tab, else on this device, or null. What was stored by another version, or for a
 * location that is not offered any more, is not trusted.
 */
export function readDraft(offeredLocations: readonly string[]): Draft | null {
  return readFrom(ofTab, offeredLocations) ?? readFrom(ofDevice, offeredLocations)
}

function readFrom(storage: () => Storage, offeredLocations: readonly string[]): Draft | null {
  if (!hasStoredDraft(storage)) return null
  const stored = JSON.parse(storage().getItem(DRAFT_KEY) ?? 'null')
  // What the page kept before the app was there is what stands in step 2 alone (public/early-booking.js).
  const whole = stored?.isEarly
    ? { attempt: null, ...stored, form: { ...emptyForm(offeredLocations), ...stored.form } }
    : stored
  const parsed = v.safeParse(StoredDraft, whole)
  if (parsed.success && offeredLocations.includes(parsed.output.form.location)) return parsed.output
  removeFrom(storage)
  return null
}

/**
 * Keeps an unfinished booking: a visitor's on the device, a verified patient's in the tab alone, also when the
 * verification has ended. Where the browser allows no storage, silently not. One that is kept already stays as it is:
 * a look at the page is no change, and must not give the draft another 24 hours.
 */
export function saveDraft(booking: Draft, now = Date.now()): void {
  // On a reception tablet nothing of a patient is stored in the clear, for no moment: what is typed there lasts as long
  // as the page.
  if (isTablet()) {
    clearDraft()
    return
  }
  const { step, reached, form, attempt, patient, ownerId } = booking
  const storage = ownerId === null ? ofDevice : ofTab
  const draft = { step, reached, form, attempt, patient, ownerId }
  try {
    if (!isKept(storage, draft)) storage().setItem(DRAFT_KEY, JSON.stringify({ savedAt: now, ...draft }))
  } catch {
    // Private windows and full disks: the booking itself works without a draft.
  }
  // It is the same booking, which has passed from one to the other.
  removeFrom(ownerId === null ? ofTab : ofDevice)
}

function isKept(storage: () => Storage, draft: Draft): boolean {
  try {
    const { savedAt, ...kept } = JSON.parse(storage().getItem(DRAFT_KEY) ?? '{}')
    return JSON.stringify(kept) === JSON.stringify(draft)
  } catch {
    // Not ours: it is written over.
    return false
  }
}

export function clearDraft(): void {
  removeFrom(ofTab)
  removeFrom(ofDevice)
}

function removeFrom(storage: () => Storage): void {
  try {
    storage().removeItem(DRAFT_KEY)
  } catch {
    // As above.
  }
}
