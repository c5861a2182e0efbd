import {
  type Job,
  type JobKind,
  type JobOutcome,
  jobsFrom,
  TWO_DAYS_RETRY,
} from '../../platform/queue/job.ts'
import { spokenTimeOfDay } from '../../platform/text/spoken-time.ts'
import { oneLine } from '../../platform/text/text.ts'
import { appointmentMail, sayWithDesk } from '../mail/appointment-mail.ts'
import { sentence } from '../mail/html.ts'
import type { Mail } from '../mail/transport.ts'
import {
  type AboutVisit,
  type MessageFacts,
  type SendParts,
  sendAbout,
  whileItCanChange,
} from '../send/send.ts'
import { closureSmsText, standsSmsText } from '../sms/appointment.ts'
import { CHANGE_NOTICE_QUEUE } from './change-notice-job.ts'

/** Subjects of the desk's messages about an appointment. */
export type VisitNote = { about: 'closure' } | { about: 'stands' } | { about: 'late'; minutes: number }
/** `startsAt`: the time that the note is about. */
export type VisitNoteData = {
  kind: 'note'
  appointmentId: string
  step: string
  startsAt: string
  note: VisitNote
}

export const VISIT_NOTE: JobKind<VisitNoteData> = {
  queue: CHANGE_NOTICE_QUEUE,
  kind: 'note',
  retry: TWO_DAYS_RETRY,
  name: 'note of a closure or a delay',
  advice: 'call the patient',
  ids: ({ appointmentId }) => ({ appointment: appointmentId }),
}

/**
 * SQL that queues notes of the desk (`jobsFrom`).
 * @param source with the columns `id`, the message's, which is the job's too, `data`, and `due`
 */
export function visitNoteJobsFrom(source: string): string {
  return jobsFrom(source, VISIT_NOTE, 'data', { hasId: true, due: 'due' })
}

/**
 * Sends the message that the desk requested: that an appointment cannot take place as planned, with the own link to
 * choose another time, or that the doctor is running late; and that an appointment takes place, after a closure that
 * was announced is over. Patients who are there already, or have cancelled or moved, get none; nor is a closure
 * announced that was undone, or a delay after a newer one.
 */
export function visitNoteJob(parts: SendParts): (job: Job<VisitNoteData>) => Promise<JobOutcome> {
  const { booking, timeZone } = parts.clinic
  return ({ id, appointmentId, attempt, step, startsAt, note }) =>
    sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: NAMES[note.about],
      kind: note.about,
      step,
      isFor: async ({ status, reachable, isWaiting, visit, appointment }) =>
        status !== 'cancelled' &&
        reachable &&
        !isWaiting &&
        visit === null &&
        appointment.startsAt.getTime() === new Date(startsAt).getTime() &&
        (note.about !== 'closure' || (await isBlocker(parts.pool, step))) &&
        (note.about !== 'late' || !(await isOutdated(parts.pool, id))) &&
        (note.about !== 'stands' || !(await isClosedAnew(parts.pool, appointment.id, step))),
      ...(note.about === 'late'
        ? // They may be on their way, where mails are read too late.
          { by: ['sms', 'email'] as const, isShortNotice: true }
        : { hasLink: whileItCanChange(booking) }),
      compose: wordsOf(note, timeZone),
    })
}

const NAMES = {
  closure: 'note of a closure',
  stands: 'note of a closure that is over',
  late: 'note of a delay',
}

function wordsOf(note: VisitNote, timeZone: string): AboutVisit['compose'] {
  if (note.about === 'closure') return { mail: closureMail, sms: closureSmsText }
  if (note.about === 'stands') return { mail: standsMail, sms: standsSmsText }
  const words = (facts: MessageFacts) => lateWords(facts, note.minutes, timeZone)
  return {
    mail: (facts, now) => lateMail(facts, words(facts), now),
    sms: (facts) => facts.texts.say('sms.late', words(facts)),
  }
}

/** Reports whether its patient has been asked again, since the closure `id`, to choose another time. */
async function isClosedAnew(pool: SendParts['pool'], appointmentId: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM messages m JOIN blockers b ON b.id::text = m.step
     WHERE m.appointment_id = $1 AND m.kind = 'closure' AND m.step <> $2 AND m.state <> 'skipped'`,
    [appointmentId, id],
  )
  return rowCount !== 0
}

/** Reports whether a newer delay was or will be announced to the patient. */
async function isOutdated(pool: SendParts['pool'], messageId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM messages m JOIN messages later USING (appointment_id, kind, starts_at)
     WHERE m.id = $1 AND later.created_at > m.created_at AND later.state <> 'skipped'`,
    [messageId],
  )
  return rowCount !== 0
}

async function isBlocker(pool: SendParts['pool'], id: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM blockers WHERE id = $1', [id])
  return rowCount === 1
}

function closureMail(facts: MessageFacts, now: Date): Mail {
  const { texts } = facts
  const clinic = oneLine(facts.clinic.name)
  return appointmentMail(
    facts,
    {
      subject: texts.say('link.closureSubject', { clinic }),
      lead: texts.say('link.closureLead', { clinic }),
      ask: texts.say('link.closureAsk'),
      ...(facts.visitLink && { buttons: [{ label: texts.say('look.change'), href: facts.visitLink }] }),
      passages: [sentence(sayWithDesk(facts, 'link.closureCall'))],
    },
    now,
  )
}

function standsMail(facts: MessageFacts, now: Date): Mail {
  const { texts } = facts
  const clinic = oneLine(facts.clinic.name)
  return appointmentMail(
    facts,
    {
      subject: texts.say('link.standsSubject', { clinic }),
      lead: texts.say('link.standsLead', { clinic }),
      passages: [],
    },
    now,
  )
}

type LateWords = { clinic: string; doctor: string; time: string; expected: string }

function lateMail(facts: MessageFacts, words: LateWords, now: Date): Mail {
  return appointmentMail(
    facts,
    {
      subject: facts.texts.say('link.lateSubject', words),
      lead: facts.texts.say('link.lateLead', words),
      passages: [],
    },
    now,
  )
}

function lateWords(
  { clinic, doctor, texts, appointment: { startsAt } }: MessageFacts,
  minutes: number,
  timeZone: string,
): LateWords {
  const time = (at: Date) => spokenTimeOfDay(at, timeZone, texts)
  return {
    clinic: oneLine(clinic.name),
    doctor: oneLine(doctor?.name ?? clinic.name),
    time: time(startsAt),
    expected: time(new Date(startsAt.getTime() + minutes * 60_000)),
  }
}
