import type { AccountMailData, AccountMailKind, ConfirmationData } from './queues.ts'

type MailData = ConfirmationData | AccountMailData

const WORDS: Record<AccountMailKind, { name: string; advice: string }> = {
  password_reset: { name: 'reset link', advice: 'another can be asked for' },
  invitation: { name: 'invitation', advice: 'check the address and invite again' },
  password_changed: { name: 'note of a changed password', advice: 'tell the staff member another way' },
}

/** How the log calls a mail. */
export function nameOf(data: MailData): string {
  return 'kind' in data ? WORDS[data.kind].name : 'confirmation'
}

/** What can be done about one that was given up. */
export function adviceOn(data: MailData): string {
  return 'kind' in data ? WORDS[data.kind].advice : 'tell the patient another way'
}

/** What a mail is about, by id, for the log. */
export function idsOf(data: MailData): Record<string, string> {
  return 'kind' in data ? { [data.kind]: data.subjectId } : { appointment: data.appointmentId }
}
