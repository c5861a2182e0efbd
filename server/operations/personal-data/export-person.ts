import type { Pool } from 'pg'
import { audit } from '../../accounts/audit/audit.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { aboutPeople, messageIdsOf, withJoined } from './about-person.ts'
import { readHeld } from './held-data.ts'
import { outboxMessagesTo } from './outbox-messages.ts'
import { sharingWith } from './sharing-people.ts'

type ExportOptions = {
  now: Date
  clinicName: string
  /** The folder of unsent mails and SMS. */
  outbox: string
  /** Called before the audit trail records the export. */
  write(text: string): Promise<void>
}

const ABOUT_THIS_FILE = [
  'Everything that is held about this person in these records. Instants are ISO 8601 in UTC.',
  'records: the patient record; a booking without registration has one of its own. emailCompared and phoneCompared are the forms by which they are found.',
  'appointments: past, coming and cancelled ones, with the complaint as it was written and the reason given when one was cancelled. consentAt: when the patient agreed to the page /privacy, consentText: of which day its text was.',
  'messages: confirmations, notes of cancelled appointments and codes, sent or waiting; they are forgotten some days after they were sent.',
  'visitMessages: messages about the appointments, to which contact each went, and what became of it.',
  'noReminders: contacts of theirs that want no reminders; whoever shares a contact has said so for both.',
  'answersToSms: answers of theirs to SMS about a visit, and what each did, of the last week; their words are not stored here.',
  'ownLinks: which messages brought a link to a visit; they are forgotten two days after it.',
  'codeRequests: requests for a one-time code by one of these contacts, of the last day.',
  'waiting: what the person would have liked another time for; offers: the times that were offered for it; recalls: after which visits the person is invited again.',
  'sessions: since when the person is signed in, and until when.',
  'bookingAnswers: what the booking page was answered, of the last day.',
  'done: what staff did with the appointments and with this record.',
  'notes: what staff wrote about the person for colleagues.',
  'readBy: who has seen an appointment or this record, by opening it, in a list, a search, a calendar or an export, at most once an hour each; `unattended`: their page asked by itself.',
  'outbox: mails and SMS that lie as files on this server, since it has no mail server or SMS gateway.',
  'Left out: codes, tokens and what they are recognised by, and forms of names and numbers that the database makes for searching.',
]

/** Exports all data about people as one JSON text, and records that in the audit trail. */
export async function exportPeople(
  pool: Pool,
  given: readonly string[],
  { now, clinicName, outbox, write }: ExportOptions,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    // One snapshot for all queries.
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    const ids = await withJoined(client, given)
    const about = await aboutPeople(client, ids)
    const held = await readHeld(client, about)
    const jobIds = await messageIdsOf(client, about)
    const sharing = await sharingWith(client, about)
    const messages = await outboxMessagesTo(outbox, { ...about, jobIds, sharing }, { unclear: false })
    const everything = {
      readMe: ABOUT_THIS_FILE,
      clinic: clinicName,
      exportedAt: now.toISOString(),
      ...held,
      outbox: messages,
    }
    for (const id of ids) {
      await audit(client, {
        staffId: null,
        action: 'patient.exported',
        subject: { kind: 'patient', id },
        details: { by: 'operator' },
      })
    }
    await write(`${JSON.stringify(everything, null, 2)}\n`)
  })
}
