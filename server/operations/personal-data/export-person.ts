import type { Pool, PoolClient } from 'pg'
import { READ_ACTIONS } from '../../accounts/audit/actions.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { readsOf, WITHOUT_OTHERS } from '../../accounts/audit/reads-of.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { type About, aboutPeople, JOBS_ABOUT, messageIdsOf, withJoined } from './about-person.ts'
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

type Part = {
  key: string
  /** Column names are those of the export; instants are ISO 8601 in UTC. */
  query: string
  values(about: About): unknown[]
}

/** The username; null: the patient, or a deleted account. */
const WHO = `coalesce(s.username, a.details ->> 'by')`
/** Parameters $1 records, $2 appointments. */
const ABOUT = `(a.subject_kind = 'patient' AND a.subject_id = ANY($1::text[])
  OR a.subject_kind = 'appointment' AND a.subject_id = ANY($2::text[]))`

/**
 * One query per place with personal data. Left out are tokens, codes and their hashes, which could be
 * misused, and columns derived for searching.
 */
const PARTS: readonly Part[] = [
  {
    key: 'records',
    query: `SELECT id, verified AS registered, clinic_id AS "clinicId", raw_id AS "rawId", title,
        first_name AS "firstName", middle_name AS "middleName", last_name AS "lastName", email, phone,
        email_key AS "emailCompared", phone_e164 AS "phoneCompared", birth_date::text AS "birthDate", gender,
        nationality, address, age, age_given_on::text AS "ageGivenOn", guardian,
        joined_to AS "joinedTo", email_source AS "emailSource", email_since AS "emailSince", email_codes AS "emailForCodes",
        email_next_at AS "emailNextAt", email_file AS "emailOfFile", phone_source AS "phoneSource", phone_since AS "phoneSince",
        phone_codes AS "phoneForCodes", phone_next_at AS "phoneNextAt", phone_file AS "phoneOfFile", created_at AS "createdAt"
      FROM patients WHERE id = ANY($1) ORDER BY created_at, id`,
    values: ({ patientIds }) => [patientIds],
  },
  {
    key: 'appointments',
    query: `SELECT a.id, a.patient_id AS "record", a.reference, a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.status,
        a.location, d.name AS doctor, a.doctor_chosen AS "doctorChosen", a.service_text AS service,
        a.appointment_type AS type, a.tariff, a.complaint, a.cancel_reason AS "cancelReason", a.override_reasons AS "overrideReasons", a.language, a.marks, a.version,
        a.created_at AS "bookedAt", a.channel, a.reachable, a.moved, a.patient_confirmed_at AS "patientConfirmedAt", a.visit,
        a.arrived_at AS "arrivedAt", a.in_chair_at AS "inChairAt", a.done_at AS "doneAt", a.no_show_at AS "noShowAt",
        a.waiting_since AS "waitingSince", a.urgent, a.told, a.consent_at AS "consentAt", a.consent_text::text AS "consentText", a.patient_cancelled_at AS "patientCancelledAt"
      FROM appointments a JOIN doctors d ON d.id = a.doctor_id
      WHERE a.patient_id = ANY($1) ORDER BY a.starts_at, a.id`,
    values: ({ patientIds }) => [patientIds],
  },
  {
    key: 'notes',
    query: `SELECT n.patient_id AS "record", n.text, n.written_at AS "writtenAt", s.username AS by
      FROM patient_notes n LEFT JOIN staff s ON s.id = n.written_by WHERE n.patient_id = ANY($1) ORDER BY n.written_at, n.id`,
    values: ({ patientIds }) => [patientIds],
  },
  {
    key: 'messages',
    query: `SELECT id, name AS kind, data ->> 'appointmentId' AS appointment, data ->> 'challengeId' AS "codeRequest",
        state::text, retry_count AS "triedAgain", output, created_on AS "askedAt", completed_on AS "doneAt"
      FROM pgboss.job WHERE ${JOBS_ABOUT} ORDER BY created_on, id`,
    values: ({ appointmentIds, challengeIds }) => [appointmentIds, challengeIds],
  },
  {
    key: 'visitMessages',
    query: `SELECT id, appointment_id AS appointment, kind, step, channel, to_key AS "to", starts_at AS "aboutTime",
        created_at AS "madeAt", due_at AS "dueAt", state, settled_at AS "settledAt"
      FROM messages WHERE appointment_id = ANY($1) ORDER BY created_at, id`,
    values: ({ appointmentIds }) => [appointmentIds],
  },
  {
    key: 'toBeCalled',
    query: `SELECT id, kind, appointment_id AS appointment, created_at AS "listedAt", done_at AS "doneAt", note, words
      FROM todos WHERE appointment_id = ANY($1) ORDER BY created_at, id`,
    values: ({ appointmentIds }) => [appointmentIds],
  },
  {
    key: 'noReminders',
    query: `SELECT key AS contact, channel, at AS "saidAt" FROM contact_opt_outs
      WHERE key = ANY($1) OR channel = 'sms' AND right(key, 9) = ANY (SELECT right(phone, 9) FROM unnest($1::text[]) AS phone)
      ORDER BY key`,
    values: ({ emails, phones }) => [[...emails, ...phones]],
  },
  {
    key: 'ownLinks',
    query: `SELECT appointment_id AS appointment, message_id AS message, created_at AS "madeAt"
      FROM visit_links WHERE appointment_id = ANY($1) ORDER BY created_at, message_id`,
    values: ({ appointmentIds }) => [appointmentIds],
  },
  {
    key: 'answersToSms',
    query: `SELECT appointment_id AS appointment, received_at AS "receivedAt", action
      FROM incoming_sms WHERE appointment_id = ANY($1) ORDER BY received_at, message_id`,
    values: ({ appointmentIds }) => [appointmentIds],
  },
  {
    key: 'waiting',
    query: `SELECT id, patient_id AS "record", appointment_id AS appointment, location, doctor_id AS doctor, minutes,
        from_day::text AS "from", to_day::text AS "to", weekdays, part_of_day AS "partOfDay", language, urgent, note,
        created_at AS "askedAt", ended_at AS "endedAt", ended_as AS "endedAs"
      FROM waiting_entries WHERE patient_id = ANY($1) ORDER BY created_at, id`,
    values: ({ patientIds }) => [patientIds],
  },
  {
    key: 'offers',
    query: `SELECT o.id, o.entry_id AS "waiting", o.location, o.doctor_id AS doctor, o.starts_at AS "startsAt",
        o.created_at AS "offeredAt", o.good_until AS "goodUntil", o.claimed_at AS "claimedAt", o.call_at AS "callAt",
        o.declined_at AS "declinedAt"
      FROM offers o JOIN waiting_entries e ON e.id = o.entry_id WHERE e.patient_id = ANY($1) ORDER BY o.created_at, o.id`,
    values: ({ patientIds }) => [patientIds],
  },
  {
    key: 'recalls',
    query: `SELECT appointment_id AS appointment, months, due_on::text AS "dueOn", created_at AS "askedAt", settled_at AS "settledAt"
      FROM recalls WHERE appointment_id = ANY($1) ORDER BY created_at, appointment_id`,
    values: ({ appointmentIds }) => [appointmentIds],
  },
  {
    key: 'codeRequests',
    query: `SELECT id, kind, contact_key AS contact, language, tries AS "wrongTries", created_at AS "askedAt",
        expires_at AS "goodUntil", used_at AS "usedAt"
      FROM challenges WHERE id = ANY($1) ORDER BY created_at, id`,
    values: ({ challengeIds }) => [challengeIds],
  },
  {
    key: 'sessions',
    query: `SELECT created_at AS "beganAt", expires_at AS "endsAt" FROM sessions
      WHERE patient_id = ANY($1) ORDER BY created_at`,
    values: ({ patientIds }) => [patientIds],
  },
  {
    key: 'bookingAnswers',
    query: `SELECT answer, created_at AS "givenAt" FROM idempotency_keys
      WHERE answer ->> 'reference' = ANY($1) ORDER BY created_at`,
    values: ({ references }) => [references],
  },
  {
    key: 'done',
    query: `SELECT a.at, ${WHO} AS by, a.action, a.subject_kind AS "on", a.subject_id AS id, a.details
      FROM audit_log a LEFT JOIN staff s ON s.id = a.staff_id
      WHERE ${ABOUT} AND a.action <> ALL ($3) ORDER BY a.id`,
    values: ({ patientIds, appointmentIds }) => [patientIds, appointmentIds, READ_ACTIONS],
  },
  {
    key: 'readBy',
    query: `SELECT a.at, ${WHO} AS by, a.action, a.subject_kind AS "on", a.subject_id AS id, ${WITHOUT_OTHERS} AS details
      FROM audit_log a LEFT JOIN staff s ON s.id = a.staff_id
      WHERE ${readsOf('$1::text[]', '$2::text[]')} ORDER BY a.id`,
    values: ({ patientIds, appointmentIds }) => [patientIds, appointmentIds],
  },
]

/** @param client in a transaction with a snapshot */
async function readHeld(
  client: PoolClient,
  about: About,
): Promise<Record<string, Record<string, unknown>[]>> {
  const held: Record<string, Record<string, unknown>[]> = {}
  for (const { key, query, values } of PARTS) {
    held[key] = (await client.query(query, values(about))).rows
  }
  return held
}
