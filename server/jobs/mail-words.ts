import type { AccountMailData, AccountMailKind, ConfirmationData, OneTimeCodeData } from './queues.ts'

export type MailData = ConfirmationData | AccountMailData | OneTimeCodeData

const WORDS: Record<AccountMailKind, { name: string; advice: string }> = {
  password_reset: { name: 'reset link', advice: 'another can be asked for' },
  invitation: { name: 'invitation', advice: 'check the address and invite again' },
  password_changed: { name: 'note of a changed password', advice: 'tell the staff member another way' },
}

/** How the log calls a mail. */
export function nameOf(data: MailData): string {
  if ('challengeId' in data) return 'one-time code'
  return 'kind' in data ? WORDS[data.kind].name : 'confirmation'
}

/** What can be done about one that was given up. */
export function adviceOn(data: MailData): string {
  if ('challengeId' in data) return 'another can be asked for'
  return 'kind' in data ? WORDS[data.kind].advice : 'tell the patient another way'
}

/** What a mail is about, by id, for the log. */
export function idsOf(data: MailData): Record<string, string> {
  if ('challengeId' in data) return { challenge: data.challengeId }
  return 'kind' in data ? { [data.kind]: data.subjectId } : { appointment: data.appointmentId }
}
