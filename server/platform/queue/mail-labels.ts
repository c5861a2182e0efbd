import type {
  AccountMailData,
  AccountMailKind,
  AlarmMailData,
  CancellationData,
  ConfirmationData,
  ContactChangedData,
  OfferData,
  OneTimeCodeData,
  RecallData,
  ReminderData,
  ReplyData,
  SeriesData,
  ToldData,
  VisitNoteData,
} from './queues.ts'

export type MailData =
  | ConfirmationData
  | CancellationData
  | ToldData
  | SeriesData
  | VisitNoteData
  | ReplyData
  | ReminderData
  | OfferData
  | RecallData
  | AccountMailData
  | AlarmMailData
  | ContactChangedData
  | OneTimeCodeData
type MailKind =
  | AccountMailKind
  | 'alarm'
  | 'contact_changed'
  | 'confirmation'
  | 'cancellation'
  | 'told'
  | 'series'
  | 'note'
  | 'reply'
  | 'reminder'
  | 'offer'
  | 'recall'
  | 'one_time_code'

const LABELS: Record<MailKind, { name: string; advice: string }> = {
  confirmation: { name: 'confirmation', advice: 'tell the patient another way' },
  cancellation: { name: 'note of a cancelled appointment', advice: 'call the patient' },
  told: { name: 'note of a changed appointment', advice: 'call the patient' },
  series: { name: 'confirmation of a series', advice: 'tell the patient another way' },
  note: { name: 'note of a closure or a delay', advice: 'call the patient' },
  reply: { name: 'answer to an SMS', advice: 'call the patient' },
  reminder: { name: 'reminder', advice: 'call the patient' },
  recall: { name: 'invitation to come again', advice: 'tell the patient another way' },
  offer: { name: 'offer of a free time', advice: 'others are offered it' },
  password_reset: { name: 'reset link', advice: 'another can be asked for' },
  invitation: { name: 'invitation', advice: 'check the address and invite again' },
  password_changed: { name: 'note of a changed password', advice: 'tell the staff member another way' },
  factor_code: { name: 'code for a second factor', advice: 'another can be asked for' },
  factors_changed: { name: 'note of changed second factors', advice: 'tell the staff member another way' },
  contact_changed: { name: 'note of a corrected contact', advice: 'tell the patient another way' },
  alarm: { name: 'alarm to an admin', advice: 'look into the audit trail' },
  guessing: { name: 'note of guessed passwords', advice: 'tell the staff member another way' },
  one_time_code: { name: 'one-time code', advice: 'another can be asked for' },
}

function labelsFor(data: MailData) {
  if ('challengeId' in data) return LABELS.one_time_code
  return LABELS['kind' in data ? data.kind : 'confirmation']
}

/** The log's name for a mail. */
export function nameOf(data: MailData): string {
  return labelsFor(data).name
}

/** Advice about a mail that was given up. */
export function adviceOn(data: MailData): string {
  return labelsFor(data).advice
}

/** Ids for the log. */
export function idsOf(data: MailData): Record<string, string> {
  if ('challengeId' in data) return { challenge: data.challengeId }
  if ('offerId' in data) return { offer: data.offerId }
  return 'subjectId' in data ? { [data.kind]: data.subjectId } : { appointment: data.appointmentId }
}
