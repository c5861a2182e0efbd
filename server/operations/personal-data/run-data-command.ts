import { open, rm } from 'node:fs/promises'
import type { Pool } from 'pg'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate, clinicTime } from '../../../domain/clinic-time.ts'
import { comparableClinicId } from '../../../domain/contact.ts'
import { ERASED_PATIENT_ID } from '../../../domain/nobody.ts'
import { REFERENCE_PATTERN } from '../../../domain/reference.ts'
import type { ReadAction } from '../../accounts/audit/actions.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { readsOf } from '../../accounts/audit/reads-of.ts'
import { readContact } from '../../patients/codes/contact.ts'
import { erasedAmong, forgetErased, hashOf } from '../../patients/records/erased-clinic-ids.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { Refused } from '../../platform/process/command-errors.ts'
import { withJoined } from './about-person.ts'
import type { DataCommand } from './data-command.ts'
import { erasePeople } from './erase.ts'
import { exportPeople } from './export-person.ts'
import { callingOthers } from './sharing-people.ts'

type Surroundings = {
  pool: Pool
  clinic: Clinic
  now: Date
  /** The folder of unsent mails and SMS. */
  outbox: string
  say(line: string): void
  ask(question: string): Promise<string>
}

/** Limit of the list when several people share a contact. */
const LISTED = 50

/** @throws Refused with a sentence when nothing was done */
export async function runDataCommand(command: DataCommand, around: Surroundings): Promise<void> {
  if (command.name === 'readmit') return readmit(command.clinicId, around)
  const { pool, clinic, say } = around
  const found = await findPeopleBy(pool, command.who, clinic.country)
  if (found.length === 0) {
    const gone = command.name === 'erase' && (await erasedBefore(pool, command.who))
    if (gone) return say(`Erased already, on ${clinicDate(gone, clinic.timeZone)}.`)
    throw new Refused('Nobody is known by this.')
  }
  if (found.length > 1 && !command.all) throw new Refused(choiceAmong(found, clinic))
  switch (command.name) {
    case 'export':
      return exportTo(command.file, found, around)
    case 'readers':
      return printReaders(found, around)
    case 'erase':
      return erase(command, found, around)
  }
}

async function exportTo(file: string | null, found: readonly FoundPerson[], around: Surroundings) {
  const { pool, clinic, now, outbox, say } = around
  const ids = found.map(({ id }) => id)
  const options = { now, clinicName: clinic.name, outbox }
  if (file === null) {
    return exportPeople(pool, ids, { ...options, write: async (text) => say(text.trimEnd()) })
  }
  // Never overwrites a file, which others might be able to read.
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EEXIST' ? 'is there already' : `cannot be written (${error.code})`
    throw new Refused(`${file} ${why}. Nothing was exported.`)
  })
  try {
    await exportPeople(pool, ids, {
      ...options,
      async write(text) {
        await handle.writeFile(text)
        await handle.sync()
      },
    })
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  say(`${counted(found.length, 'record')} exported to ${file}. Only this user can read it: keep it so.`)
  printOthers(await callingOthers(pool, ids), say)
}

async function printReaders(found: readonly FoundPerson[], { pool, clinic, say }: Surroundings) {
  const ids = found.map(({ id }) => id)
  const readers = await readersOf(pool, await withJoined(pool, ids))
  if (readers.length === 0) say('Nobody has seen an appointment or the record of theirs.')
  for (const { at, by, action, references, unattended } of readers) {
    const how = [READ_WORDS[action], unattended ? 'their page by itself' : ''].filter(Boolean).join(', ')
    const what = [references, how && `(${how})`].filter(Boolean).join(' ')
    say(`${moment(at, clinic)}  ${by ?? 'a deleted account'}  ${what}`)
  }
  say('An export of a list notes its filter and not whom it had: it is listed where it may have had them.')
}

async function erase(
  { who, cancelComing, yes }: Extract<DataCommand, { name: 'erase' }>,
  found: readonly FoundPerson[],
  { pool, now, outbox, say, ask }: Surroundings,
) {
  const theirs = found.reduce((sum, { appointments }) => sum + appointments.length, 0)
  const what = `${counted(found.length, 'record')} with ${counted(theirs, 'appointment')}`
  if (!yes) {
    const typed = await ask(`This erases ${what}, for good. Type ${who} again to do it: `)
    if (typed.trim() !== who.trim()) throw new Refused('That is something else. Nothing was erased.')
  }
  const ids = found.map(({ id }) => id)
  // Read before erasing, after which nothing links to them.
  const others = await callingOthers(pool, ids)
  const done = await erasePeople(pool, ids, { now, cancelComing, outbox })
  say(`Erased: ${counted(done.people, 'record')}. Their appointments stay as nobody's: ${done.appointments}.`)
  if (done.cancelled > 0) say(`Cancelled without a word to the patient: ${done.cancelled}.`)
  if (done.messages > 0) say(`Taken out of the outbox: ${counted(done.messages, 'message')}.`)
  say('Open dashboards show it at once, pages kept on devices within 72 hours. Backups still have the data.')
  say(`Erase again after restoring an older backup: ${ids.join(' ')}`)
  if (found.some(({ clinicId }) => clinicId !== null)) {
    say("The clinic's own file still has them; its next import leaves them out and says so.")
  }
  printOthers(others, say)
}

function printOthers(others: readonly string[], say: (line: string) => void) {
  if (others.length === 0) return
  const rest = others.length > LISTED ? ` and ${others.length - LISTED} more` : ''
  say(
    `Not touched, with the same email address or phone number: ${others.slice(0, LISTED).join(' ')}${rest}. ` +
      'They may be of the same person, or of a family.',
  )
}

async function readmit(typed: string, { pool, say }: Surroundings) {
  const clinicId = comparableClinicId(typed)
  await inTransaction(pool, async (client) => {
    if (!(await forgetErased(client, clinicId))) throw new Refused('Nobody of this clinic id was erased.')
    // A hash instead of the id: the patient may be erased again, and the audit trail stays.
    await audit(client, {
      staffId: null,
      action: 'patient.readmitted',
      subject: { kind: 'clinic_id_hash', id: hashOf(clinicId) },
      details: { by: 'operator' },
    })
  })
  say('The next import may bring this patient in again.')
}

/** Time of a person's erasure, found by clinic id or record id; else null. */
async function erasedBefore(pool: Pool, who: string): Promise<Date | null> {
  const clinicId = comparableClinicId(who)
  const noted = (await erasedAmong(pool, [clinicId])).get(clinicId)
  if (noted) return noted
  const { rows } = await pool.query<{ at: Date }>(
    `SELECT at FROM audit_log WHERE subject_kind = 'patient' AND subject_id = $1 AND action = 'patient.erased'
     ORDER BY id DESC LIMIT 1`,
    [who.trim().toLowerCase()],
  )
  return rows[0]?.at ?? null
}

function choiceAmong(found: readonly FoundPerson[], clinic: Clinic): string {
  const lines = found.slice(0, LISTED).map(({ id, clinicId, initials, appointments }) => {
    const [latest] = appointments
    const date = latest ? moment(latest.startsAt, clinic) : 'no appointment'
    return `  ${clinicId ?? latest?.reference ?? id}  ${date}  ${initials}`
  })
  const rest = found.length - lines.length
  return [
    `${found.length} records are known by this:`,
    ...lines,
    ...(rest > 0 ? [`  ... and ${rest} more`] : []),
    'Say which one by what stands in front, or all of them with --all.',
  ].join('\n')
}

const moment = (at: Date, { timeZone }: Clinic) => `${clinicDate(at, timeZone)} ${clinicTime(at, timeZone)}`
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

type Reader = {
  at: Date
  /** Username, or the API key, the tablet or the calendar feed; null: the account was deleted. */
  by: string | null
  action: ReadAction
  /** References of their appointments in it; null: none that it names. */
  references: string | null
  /** Their page fetched it by itself, after a change. */
  unattended: boolean
}

/** Limit of the list, the latest ones; an export has all of them. */
const TOLD = 1_000

/** Readers of these people's data, by any call, latest first. */
async function readersOf(db: Pick<Pool, 'query'>, patientIds: readonly string[]): Promise<Reader[]> {
  const { rows: theirs } = await db.query<{ id: string }>(
    'SELECT id FROM appointments WHERE patient_id = ANY($1)',
    [patientIds],
  )
  const { rows } = await db.query<Reader>(
    `SELECT a.at, a.action, coalesce((a.details ->> 'unattended')::boolean, false) AS unattended,
       CASE WHEN a.details ? 'key' THEN 'API key ' || coalesce(a.details ->> 'keyName', a.details ->> 'key')
         WHEN a.subject_kind = 'device' THEN 'tablet of ' || coalesce(owner.username, 'a deleted account')
         WHEN a.subject_kind = 'feed' THEN 'calendar feed ' || a.subject_id
         WHEN a.staff_id IS NULL THEN a.details ->> 'by'
         ELSE s.username END AS by,
       (SELECT string_agg(own.reference, ' ' ORDER BY own.starts_at) FROM appointments own
        WHERE own.id = ANY($2::text[]::uuid[]) AND (own.id::text = a.subject_id
          OR coalesce(a.details -> 'ids', a.details -> 'appointments') ? own.id::text)) AS references
     FROM audit_log a LEFT JOIN staff s ON s.id = a.staff_id
       LEFT JOIN staff owner ON owner.id::text = a.details ->> 'owner'
     WHERE ${readsOf('$1::text[]', '$2::text[]')}
     ORDER BY a.id DESC LIMIT ${TOLD}`,
    [patientIds, theirs.map(({ id }) => id)],
  )
  return rows
}

/** Names of the kinds of reads. One that is opened by its reference needs none. */
const READ_WORDS: Record<ReadAction, string> = {
  'appointment.read': '',
  'patient.read': 'record',
  'patients.searched': 'search for patients',
  'appointments.searched': 'search',
  'appointments.listed': 'list',
  'notifications.listed': 'latest bookings',
  'device.prefetched': 'refresh',
  'feed.fetched': 'calendar',
  'appointments.exported': 'export that may have them',
  'appointments.export_ended': 'end of an export',
  'patient.exported': 'export of their data',
}

type Database = Pick<Pool, 'query'>

/** A record with the facts that may be shown to distinguish people. */
type FoundPerson = {
  id: string
  /** Null: a visitor's record, which is one booking. */
  clinicId: string | null
  initials: string
  /** Latest first. */
  appointments: { reference: string; startsAt: Date }[]
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Finds records by clinic id, appointment reference, id of a record or appointment, email address, or phone
 * number in any form. There may be several: each visitor's booking is a record of its own, and a family may
 * share a contact.
 * @param country ISO 3166 code for numbers without a country code
 */
export async function findPeopleBy(db: Database, text: string, country: string): Promise<FoundPerson[]> {
  const typed = text.trim()
  const { kind, value } = readContact({ emrId: null, destination: typed }, country)
  const { rows } = await db.query<FoundPerson>(
    `SELECT p.id, p.clinic_id AS "clinicId", upper(left(p.first_name, 1) || left(p.last_name, 1)) AS initials,
       coalesce((SELECT jsonb_agg(jsonb_build_object('reference', a.reference, 'startsAt', a.starts_at)
                                  ORDER BY a.starts_at DESC)
                 FROM appointments a WHERE a.patient_id = p.id), '[]') AS appointments
     FROM patients p
     WHERE p.id <> $1 AND (p.id = $2 OR p.clinic_id = $3
       OR p.id IN (SELECT patient_id FROM appointments WHERE id = $2 OR reference = $4)
       OR $5 <> '' AND (p.email_key = $5 OR lower(p.email) = $5)
       OR $6::text IS NOT NULL AND (p.phone_e164 = $6 OR p.phone_e164 IS NULL AND p.phone_digits = ANY($7)))
     ORDER BY p.created_at, p.id`,
    [
      ERASED_PATIENT_ID,
      UUID.test(typed) ? typed : null,
      typed.toUpperCase(),
      REFERENCE_PATTERN.test(typed.toUpperCase()) ? typed.toUpperCase() : null,
      kind === 'email' ? value : '',
      kind === 'phone' ? value : null,
      typedForms(typed, value),
    ],
  )
  return rows.map(({ appointments, ...person }) => ({
    ...person,
    appointments: appointments.map(({ reference, startsAt }) => ({
      reference,
      startsAt: new Date(startsAt),
    })),
  }))
}

/**
 * Possible forms in `phone_digits` of a number stored only as typed, because it has no E.164 form or a
 * patient entered it: as typed here, international, and with a 0 instead of a country code of 1 to 3 digits.
 */
function typedForms(typed: string, e164: string): string[] {
  const digits = e164.replace(/\D/g, '')
  const national = [1, 2, 3].map((length) => `0${digits.slice(length)}`)
  return [typed.replace(/\D/g, ''), digits, ...national].map((form) => ` ${form}`)
}
