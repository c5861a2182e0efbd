import type { MailOutcome, VisitNoteJob } from '../jobs/start.ts'
import { appointmentMail, sayWithDesk } from '../mail/appointment-mail.ts'
import { sentence } from '../mail/html.ts'
import { spokenTimeOfDay } from '../mail/spoken-time.ts'
import { oneLine } from '../mail/text.ts'
import type { Mail } from '../mail/transport.ts'
import { closureSmsText } from '../sms/appointment.ts'
import { type MessageFacts, type SendParts, sendAbout, whileItCanChange } from './send.ts'

/**
 * Sends what the desk asked to be told: that a visit cannot take place as planned, with the own link to choose another
 * time, or that the doctor is running late. Whoever is there already, or has cancelled or moved, gets none, and nobody once
 * the closure was taken back.
 */
export function visitNoteJob(parts: SendParts): (job: VisitNoteJob) => Promise<MailOutcome> {
  const { booking, timeZone } = parts.clinic
  return ({ id, appointmentId, attempt, step, startsAt, note }) =>
    sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: note.about === 'closure' ? 'note of a closure' : 'note of a delay',
      kind: note.about,
      step,
      isFor: async ({ status, reachable, isWaiting, visit, appointment }) =>
        status !== 'cancelled' &&
        reachable &&
        !isWaiting &&
        visit === null &&
        appointment.startsAt.getTime() === new Date(startsAt).getTime() &&
        (note.about === 'late' || (await isBlocker(parts.pool, step))),
      ...(note.about === 'closure' && { hasLink: whileItCanChange(booking) }),
      compose:
        note.about === 'closure'
          ? { mail: closureMail, sms: closureSmsText }
          : {
              mail: (facts, now) => lateMail(facts, lateWords(facts, note.minutes, timeZone), now),
              sms: (facts) => facts.texts.say('sms.late', lateWords(facts, note.minutes, timeZone)),
            },
    })
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
