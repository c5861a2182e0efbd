import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { SCREEN, SCREEN_HEADER } from '../../../contract/screen.ts'
import { UNATTENDED_HEADER } from '../../../contract/unattended.ts'
import { placeOf, reasonOf } from '../../platform/process/failure.ts'
import type { ReadAction } from './actions.ts'
import type { AuditEntry } from './audit.ts'
import { type Details, storedDetails } from './details.ts'
import { type MassReadParts, massReads } from './mass-reads.ts'

/** Limit of a process's cached ids and queries of this hour; a missing one costs a statement. */
const REMEMBERED = 100_000
/** Time in which a person may spell a name while typing it, in milliseconds. */
const SPELLS_MS = 60_000

type ListRead = {
  /** Code of a location, or 'all'. */
  location: string
  /** The question, without the text of a search. */
  question: Details
  /** Ids of the appointments in the answer. */
  ids: readonly string[]
  /** Ids of the patients in it without an appointment. */
  patients?: readonly string[]
}

/** A search that may be continued by further letters. */
type TypedSearch = {
  search: string
  at: number
  /** Id of its entry. */
  entry: string
  /** Its keys in this process's cache. */
  keys: readonly string[]
}

export type ReadTrail = {
  /**
   * Records the opening of an appointment: who, whose, when and from which screen. Once per person, appointment and
   * hour.
   * @param read.patient left out: unknown, as where a stored answer is repeated
   */
  opened(c: Context, read: { appointment: string; patient?: string }): Promise<void>
  /**
   * A list or a day was answered: once per person, question and hour, and what has come into it since by itself.
   * @param read.kind 'notifications' for the bell's list
   */
  listed(c: Context, read: ListRead & { kind?: 'appointments' | 'notifications' }): Promise<void>
  /**
   * Records a search of the list: one entry, with its count and never its text. One that continues the search before it
   * names that one's entry in `extends`.
   */
  searched(c: Context, read: ListRead & { search: string; count: number }): Promise<void>
  /** Records a search for patients: one entry, never its text. `exact`: patients found by a whole contact or number. */
  found(
    c: Context,
    read: { search: string; patients: readonly string[]; exact: readonly string[] },
  ): Promise<void>
  /**
   * Records the opening of a patient's record. Once per person, record and hour.
   * @param others further patients named in it: possible duplicates, or people who share a contact
   */
  recordOpened(c: Context, patient: string, others?: readonly string[]): Promise<void>
}

/**
 * Records reads of patients' details in the audit trail (docs/decisions/019 and 031), and raises an alarm where one
 * person reads very many. Unattended reads are recorded too, since anybody can send that header; they never replace a
 * person's own read. A read waits for its entry, and not for the count. When that fails the read still succeeds, since
 * the desk needs its list even with a full disk, and the log gets the entry instead: ids, as there.
 */
export function readTrail(parts: MassReadParts): ReadTrail {
  const note = readNotes(parts)
  return {
    opened(c, { appointment, patient }) {
      const question = `appointment.read ${appointment}`
      return note(
        c,
        {
          action: 'appointment.read',
          subject: { kind: 'appointment', id: appointment },
          details: { ...(patient !== undefined && { patient }), ...screenOf(c) },
        },
        { own: question, stored: question },
      )
    },
    listed(c, { location, question, ids, patients = [], kind = 'appointments' }) {
      const own = `${kind}.listed ${location} ${JSON.stringify(question)}`
      const subject = { kind: 'location', id: location }
      return note(
        c,
        { action: `${kind}.listed`, subject, details: question },
        { own, stored: own, ids, patients },
      )
    },
    searched(c, { location, question, ids, search, count }) {
      const subject = { kind: 'location', id: location }
      return note(
        c,
        { action: 'appointments.searched', subject, details: { ...question, count } },
        // In memory alone: not even a digest of the text may be stored, which could be guessed.
        {
          own: `appointments.searched ${location} ${JSON.stringify(question)} ${search}`,
          ids,
          typed: { search, count },
        },
      )
    },
    found(c, { search, patients, exact }) {
      return note(
        c,
        {
          action: 'patients.searched',
          subject: { kind: 'patients', id: 'search' },
          details: { count: patients.length, patients, ...(exact.length > 0 && { exact }) },
        },
        {
          own: `patients.searched ${search} ${patients.join()}`,
          typed: { search, count: patients.length },
        },
      )
    },
    recordOpened(c, patient, others = []) {
      const question = `patient.read ${patient}`
      return note(
        c,
        {
          action: 'patient.read',
          subject: { kind: 'patient', id: patient },
          details: screenOf(c),
        },
        { own: question, stored: question, patients: others },
      )
    },
  }
}

/** Keys that make a read one of its hour. */
type ReadKeys = {
  /** Cached by this process. */
  own: string
  /** Stored for all processes, without a search's text. */
  stored?: string
  ids?: readonly string[]
  patients?: readonly string[]
  /** A search's text, in memory alone, and its count. */
  typed?: { search: string; count: number }
}

/** Writes each read once an hour. */
function readNotes({ pool, log, timeZone, now, afterwards }: MassReadParts) {
  let hour = ''
  let remembered = new Set<string>()
  let typing = new Map<string, TypedSearch>()
  const alarm = massReads({ pool, log, timeZone, now, afterwards })

  /** The parts of a question that this process has not recorded in this hour; the question itself counts as one. */
  function news(question: string, ids: readonly string[]): { isNew: boolean; ids: string[] } {
    const thisHour = now().toISOString().slice(0, 13)
    if (thisHour !== hour || remembered.size >= REMEMBERED) {
      remembered = new Set()
      typing = new Map()
    }
    hour = thisHour
    const fresh = ids.filter((id) => !remembered.has(`${question} ${id}`))
    return { isNew: !remembered.has(question) || fresh.length > 0, ids: fresh }
  }

  /**
   * The search that this one continues: by the same person, a minute ago at most, with the beginning of its text. A
   * search without results continues none, or a wrong letter would hide the earlier results.
   */
  function before(who: string, search: string, count: number): TypedSearch | undefined {
    const last = typing.get(who)
    if (!last || count === 0 || now().getTime() - last.at > SPELLS_MS) return undefined
    return search.length > last.search.length && search.startsWith(last.search) ? last : undefined
  }

  return async function note(
    c: Context,
    entry: Omit<AuditEntry, 'staffId'> & { action: ReadAction },
    { own, stored, ids = [], patients = [], typed }: ReadKeys,
  ): Promise<void> {
    const { apiKey } = c.var
    const staffId = apiKey ? null : c.var.staff.id
    const who = apiKey ? `key ${apiKey.id}` : c.var.staff.id
    const unattended = c.req.header(UNATTENDED_HEADER) !== undefined
    const typist = `${who} ${entry.action}`
    const search = typed?.search.trim().toLowerCase() ?? ''
    const earlier = typed && !unattended ? before(typist, search, typed.count) : undefined
    // By itself each time, so that its entry can say so.
    const attendedKey = `${who} ${own}${earlier ? ` after ${earlier.entry}` : ''}`
    const key = unattended ? `${attendedKey} unattended` : attendedKey
    const isPatient = new Set(patients)
    const attended = news(attendedKey, [...ids, ...patients])
    const found = unattended ? news(key, attended.ids) : attended
    if (!attended.isNew || !found.isNew) return
    const details = {
      ...entry.details,
      ...(apiKey && { key: apiKey.id, keyName: apiKey.name }),
      ...(ids.length > 0 && { ids: found.ids.filter((id) => !isPatient.has(id)) }),
      ...(patients.length > 0 && { patients: found.ids.filter((id) => isPatient.has(id)) }),
      ...(unattended && { unattended }),
      ...(earlier && { extends: earlier.entry }),
    }
    const once = stored === undefined ? null : [who, stored, unattended, digestOf(found.ids), hour].join(' ')
    try {
      const { rows } = await pool.query<{ id: string }>({
        ...NOTE,
        values: [
          staffId,
          entry.action,
          entry.subject.kind,
          entry.subject.id,
          Object.keys(details).length > 0 ? storedDetails(details) : null,
          once,
        ],
      })
      const keys = [key, ...found.ids.map((id) => `${key} ${id}`)]
      for (const one of keys) remembered.add(one)
      // It no longer counts, so it is recorded again where it is repeated.
      for (const one of earlier?.keys ?? []) remembered.delete(one)
      const [written] = rows
      if (!written) return
      if (typed && typed.count > 0 && !unattended) {
        typing.set(typist, { search, at: now().getTime(), entry: written.id, keys })
      }
      if (staffId !== null) alarm(staffId)
    } catch (error) {
      const { action, subject } = entry
      const facts = { by: who, action, subject, reason: reasonOf(error), at: placeOf(error) }
      log.error(facts, 'a read of patient details is missing in the audit trail')
    }
  }
}

/** The screen that it was read on, as a detail of the entry. */
function screenOf(c: Context): { screen?: string } {
  const screen = c.req.header(SCREEN_HEADER) ?? ''
  return SCREEN.test(screen) ? { screen } : {}
}

const digestOf = (ids: readonly string[]) =>
  createHash('sha256').update(ids.join()).digest('base64url').slice(0, 12)

const NOTE = {
  name: 'note-read',
  text: `INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, details, once)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (once) WHERE once IS NOT NULL DO NOTHING
         RETURNING id`,
}
