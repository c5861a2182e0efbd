import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { isoLanguage, LANGUAGE_CODES } from '../../../domain/languages.ts'
import { ANSWERS, type Answer } from '../../../domain/reply-answers.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { capturedLog, storeAppointment } from '../../../tests/support/jobs.ts'
import { textsIn } from '../../platform/text/texts.ts'
import { visitOfLink } from '../send/visit-links.ts'
import { reminderSmsText } from '../sms/appointment.ts'
import { smsLength } from '../sms/length.ts'
import type { Sms } from '../sms/sms.ts'
import { replyJob } from './reply-job.ts'

const NOW = new Date('2030-03-01T08:00:00Z')

let database: TestDatabase
let appointmentId: string
let sent: Sms[]
beforeEach(async () => {
  database = await testDatabase()
  appointmentId = await storeAppointment(database.pool, {})
  sent = []
})
afterEach(() => database.close())

/** The text of the reply, to a patient who has an email address too. */
async function answer(kind: Answer, language = 'en', at: object = {}): Promise<string> {
  await database.pool.query('UPDATE appointments SET language = $1', [language])
  const run = replyJob({
    pool: database.pool,
    clinic: { ...clinic, languages: LANGUAGE_CODES, ...at },
    transport: {
      sender: { name: '', address: 'desk@example.com' },
      send: () => Promise.reject(new Error('no mail is asked for here')),
      close: () => {},
    },
    sms: {
      way: 'gateway',
      send: async (sms) => {
        sent.push(sms)
        return 'sent'
      },
    },
    smsOn: () => ({ take: async () => true, giveBack: async () => {} }),
    log: capturedLog().log,
    now: () => NOW,
    origin: () => 'https://book.example.com',
  })
  expect(await run({ kind: 'reply', id: randomUUID(), appointmentId, attempt: 1, answer: kind })).toBe('sent')
  return sent.at(-1)?.text ?? ''
}

describe('the answer to an SMS reply', () => {
  it('goes to the number by SMS, and is stored as the last message about the appointment', async () => {
    await answer('confirmed')
    expect(sent.map(({ to }) => to)).toEqual(['+2348031234567'])
    const { rows } = await database.pool.query(
      'SELECT kind, step, channel, to_key AS "to", state, starts_at AS "startsAt" FROM messages',
    )
    expect(rows).toEqual([
      {
        kind: 'reply',
        step: 'confirmed',
        channel: 'sms',
        to: '+2348031234567',
        state: 'sent',
        startsAt: new Date('2030-03-04T08:30:00Z'),
      },
    ])
  })

  it.each<[Answer, string]>([
    ['confirmed', 'Monday, 4 March 2030 at 9:30 AM, Abuja'],
    ['cancelled', 'within 15 minutes: https://book.example.com/v#'],
    ['is_cancelled', 'another time: https://book.example.com/book-appointment'],
    ['changed', 'here: https://book.example.com/v#'],
    ['too_late', 'Please call +234'],
    ['call', "we'll call you"],
    ['help', "1 I'm coming, 2 cancel, 3 call me. STOP"],
    ['stopped', 'Reply START'],
    ['started', 'Reply STOP'],
  ])('to %s says %j', async (kind, words) => {
    const text = await answer(kind)
    expect(text).toContain(words)
    // Others may read the phone.
    expect(text).not.toMatch(/secret|Tooth/i)
  })

  it('includes a link that opens the appointment', async () => {
    const token = (await answer('cancelled')).split('#')[1] ?? ''
    const opened = await visitOfLink(database.pool, token, { clinic, now: NOW })
    expect(opened).toBe(appointmentId)
  })

  it('names no phone number where the clinic has none', async () => {
    const locations = clinic.locations.map(({ phone: _, ...location }) => location)
    expect(await answer('too_late', 'en', { locations })).toContain('Please call the clinic')
  })

  it.each(LANGUAGE_CODES)(
    'in %s takes at most two messages, four in letters beyond the GSM alphabet',
    async (code) => {
      const language = isoLanguage(code)
      const isPlain = !['ru', 'yo', 'ig'].includes(language)
      for (const kind of ANSWERS) {
        const text = await answer(kind, code)
        const { alphabet, messages } = smsLength(text)
        if (isPlain) expect.soft(alphabet, text).toBe('GSM-7')
        expect.soft(messages, text).toBeLessThanOrEqual(isPlain ? 2 : 4)
      }
    },
  )

  it.each([
    [
      { replies: { number: '20880' } },
      "https://book.example.com/v#x Reply 1: I'm coming, 2: cancel, 3: call me.",
    ],
    [undefined, 'https://book.example.com/v#x'],
  ])('is requested by a reminder where replies are read: %j', (sms, end) => {
    const facts = {
      clinic: { ...clinic, ...(sms && { sms }) },
      appointment: {
        id: appointmentId,
        reference: 'ACDEFGHJ',
        version: 1,
        startsAt: NOW,
        endsAt: NOW,
        location: 'fct',
        serviceText: 'Tooth Pain',
      },
      patient: { firstName: 'Ada', email: '' },
      doctor: null,
      texts: textsIn('en'),
      sender: { name: '', address: 'desk@example.com' },
      visitLink: 'https://book.example.com/v#x',
    }
    expect(reminderSmsText(facts).endsWith(end)).toBe(true)
  })
})
