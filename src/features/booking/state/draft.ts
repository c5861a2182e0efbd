import * as v from 'valibot'
import { VerifiedPatient } from '../../../../contract/one-time-codes.ts'
import { APPOINTMENT_TYPES } from '../../../../domain/clinic.ts'
import { GENDERS } from '../../../../domain/genders.ts'
import { NO_NUMBER } from '../../../ui/form/form-field.ts'
import { type BookingForm, emptyForm } from './booking-form.ts'
import type { Draft } from './booking-state.ts'
import { StoredAttempt } from './idempotency.ts'
import { STEPS } from './steps.ts'
import { DRAFT_KEY, hasStoredDraft, ofDevice, ofTab, removeFrom } from './stored-draft.ts'

const text = v.string()
/** Fields that earlier versions did not store. */
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
  // Pages of before December 2026 stored what stood in step 2 alone, before the app was there.
  const whole = stored?.isEarly
    ? { attempt: null, ...stored, form: { ...emptyForm(), ...stored.form } }
    : stored
  const parsed = v.safeParse(StoredDraft, whole)
  // Without a location it was stored before the clinic was known.
  const isOffered = (location: string) => location === '' || offeredLocations.includes(location)
  if (parsed.success && isOffered(parsed.output.form.location)) return parsed.output
  removeFrom(storage)
  return null
}
