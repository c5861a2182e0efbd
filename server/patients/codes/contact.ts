import type { SendCode } from '../../../contract/one-time-codes.ts'
import {
  type ContactKind,
  classifyContact,
  comparableClinicId,
  comparableEmail,
  readPhone,
} from '../../../domain/contact.ts'
import { foldCode } from '../../../domain/typed-text.ts'
import { toE164 } from '../records/phone.ts'

/** The contact by which a person says they are registered. */
export type Contact = {
  /** Its kind, which decides the way of the code and the texts about it. */
  kind: ContactKind
  /** Kind of contacts that are searched. */
  among: ContactKind
  /** As it was typed, folded. */
  typed: string
  /** The one form of all its spellings, for finding patients. */
  value: string
  /** `value` with its kind in front: one text for limits and for the table of challenges. */
  key: string
}

/**
 * Reads the typed text in either field. A text like a phone number without an E.164 form is searched for among the
 * clinic ids: many clinics count their patients with eight digits.
 * @param country ISO 3166 code by which numbers without a country code are read
 */
export function readContact(
  { emrId, destination }: Pick<SendCode, 'emrId' | 'destination'>,
  country: string,
): Contact {
  // PostgreSQL takes no NUL in a text; no real contact has one, or its replacement here.
  const typed = foldCode((emrId ?? destination ?? '').toWellFormed().replaceAll('\0', '\ufffd'))
  const kind = classifyContact(typed)
  const sought = soughtAs(kind, typed, country)
  return { kind, typed, ...sought, key: `${kind}:${sought.value}` }
}

function soughtAs(kind: ContactKind, typed: string, country: string): Pick<Contact, 'among' | 'value'> {
  if (kind === 'email') return { among: 'email', value: comparableEmail(typed) }
  const number = kind === 'phone' ? toE164(readPhone(typed) ?? typed, country) : null
  if (number !== null) return { among: 'phone', value: number }
  return { among: 'clinic_id', value: comparableClinicId(typed) }
}
