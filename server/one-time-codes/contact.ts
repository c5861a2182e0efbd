import type { SendCode } from '../../contract/one-time-codes.ts'
import {
  type ContactKind,
  classifyContact,
  comparableClinicId,
  comparableEmail,
} from '../../domain/contact.ts'
import { toE164 } from '../patients/phone.ts'

/** By what someone says they are registered. */
export type Contact = {
  kind: ContactKind
  /** As it was typed, trimmed. */
  typed: string
  /** The one form of all its spellings, by which patients are found. */
  value: string
  /** `value` with its kind in front: one text for limits and for the table of challenges. */
  key: string
}

/**
 * Reads what was typed in either field. A number of which no E.164 form can be made stands for itself: it is nobody's,
 * since patients' numbers are stored in that form.
 * @param country ISO 3166 code by which numbers without a country code are read
 */
export function readContact(
  { emrId, destination }: Pick<SendCode, 'emrId' | 'destination'>,
  country: string,
): Contact {
  // PostgreSQL takes no NUL in a text; nobody's contact has one, or what stands for it here.
  const typed = (emrId ?? destination ?? '').toWellFormed().replaceAll('\0', '\ufffd')
  const kind = classifyContact(typed)
  const value = comparable(kind, typed, country)
  return { kind, typed, value, key: `${kind}:${value}` }
}

function comparable(kind: ContactKind, typed: string, country: string): string {
  if (kind === 'email') return comparableEmail(typed)
  if (kind === 'clinic_id') return comparableClinicId(typed)
  return toE164(typed, country) ?? typed.replace(/\D/g, '')
}
