import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calendarFile } from '../../../contract/calendar-file.ts'
import { capturedLog } from '../../../tests/support/jobs.ts'
import {
  type MailServer,
  mailHeader,
  mailParts,
  startMailServer,
} from '../../../tests/support/mail-server.ts'
import { WAIT_MS } from '../../../tests/support/waits.ts'
import { factsOf, USUAL } from '../../operations/demo/sample-mails.ts'
import type { AppointmentFacts, AppointmentMail } from './appointment-mail.ts'
import { cancellationMail } from './cancellation.ts'
import { confirmationMail } from './confirmation.ts'
import { movedMail } from './moved.ts'
import { mailTransport } from './transport.ts'

/*
 * A patient's calendar by its maker's rules, read by another library than the one that writes. Its checks are those of
 * Google's, Apple's and Microsoft's programs before they change anything by themselves (decision 046); those programs
 * were not tried.
 */
type Entry = { startsAt: Date; sequence: number; stamp: number; organizer: string }

class Calendar {
  readonly entries = new Map<string, Entry>()
  readonly owner: string

  constructor(owner: string) {
    this.owner = owner
  }

  /** @returns why nothing was done, or null */
  receive(raw: string): string | null {
    const part = mailParts(raw).find(({ type }) => type.startsWith('text/calendar'))
    if (!part) return 'no part that is a calendar'
    if (part.header('Content-Disposition')?.startsWith('attachment')) return 'only a file'
    const calendar = new ICAL.Component(ICAL.parse(part.content))
    const method = String(calendar.getFirstPropertyValue('method'))
    if (!new RegExp(`method=${method}$`).test(part.type)) return 'the method is not the one beside it'
    const [component, ...more] = calendar.getAllSubcomponents('vevent')
    if (!component || more.length > 0) return 'not one event'
    const event = new ICAL.Event(component)
    const value = (name: string) => String(component.getFirstPropertyValue(name))
    const organizer = value('organizer').replace('mailto:', '')
    if (!mailHeader(raw, 'From')?.includes(`<${organizer}>`)) return 'the organizer is not the sender'
    if (organizer === this.owner) return 'from oneself'
    const attendees = event.attendees.map((one) => String(one.getFirstValue()))
    if (!attendees.includes(`mailto:${this.owner}`)) return 'for somebody else'
    if (!event.startDate || !event.endDate || value('dtstamp') === 'null') return 'no times'

    const known = this.entries.get(event.uid)
    const stamp = Date.parse(value('dtstamp'))
    if (known && known.organizer !== organizer) return 'another organizer'
    if (known && [event.sequence - known.sequence, stamp - known.stamp].find((more) => more !== 0)! < 0) {
      return 'older than what is known'
    }
    if (method === 'CANCEL') {
      if (value('status') !== 'CANCELLED') return 'not said to be cancelled'
      if (!known) return 'nothing to take out'
      this.entries.delete(event.uid)
      return null
    }
    if (method !== 'REQUEST') return `nothing is done by itself for ${method}`
    this.entries.set(event.uid, {
      startsAt: event.startDate.toJSDate(),
      sequence: event.sequence,
      stamp,
      organizer,
    })
    return null
  }
}

let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** As it arrives, by SMTP. */
async function sent(mail: AppointmentMail): Promise<string> {
  const { log } = capturedLog()
  const transport = mailTransport({
    smtpUrl: server.url,
    mailFrom: 'Clinic <desk@example.com>',
    dataDir: '',
    log,
    timeoutMs: WAIT_MS,
  })
  await transport.send(mail, 'a-mail')
  transport.close()
  return server.received.at(-1)?.raw ?? ''
}

const at = (time: string) => new Date(`2030-03-0${time}:00Z`)
function factsAt(start: Date, version: number): AppointmentFacts {
  const facts = factsOf(USUAL)
  const endsAt = new Date(start.getTime() + 1_800_000)
  return { ...facts, appointment: { ...facts.appointment, startsAt: start, endsAt, version } }
}
const [MONDAY, TUESDAY] = [at('4T08:30'), at('5T10:00')]
const booked = () => sent(confirmationMail(factsAt(MONDAY, 1), at('1T08:00')))
const moved = (to: Date, from: Date, version: number) =>
  sent(movedMail(factsAt(to, version), { startsAt: from, location: 'fct' }, at('1T09:00')))
const cancelled = (start: Date, version: number) =>
  sent(
    cancellationMail(
      { ...factsAt(start, version), reason: null, bookingPage: 'https://b.example.com' },
      at('1T10:00'),
    ),
  )

describe('the entry in a calendar that takes invitations from mails', () => {
  it('appears, moves there and back with its appointment, and disappears with it', async () => {
    const calendar = new Calendar('ada@example.com')
    const times = () => [...calendar.entries.values()].map(({ startsAt }) => startsAt)
    expect(calendar.receive(await booked())).toBeNull()
    expect(times()).toEqual([MONDAY])
    expect(calendar.receive(await moved(TUESDAY, MONDAY, 2))).toBeNull()
    expect(times()).toEqual([TUESDAY])
    expect(calendar.receive(await moved(MONDAY, TUESDAY, 3))).toBeNull()
    expect(times()).toEqual([MONDAY])
    expect(calendar.receive(await cancelled(MONDAY, 4))).toBeNull()
    expect(times()).toEqual([])
  })

  it('stays where the last mail put it when an older one arrives late', async () => {
    const calendar = new Calendar('ada@example.com')
    const late = await booked()
    calendar.receive(await moved(TUESDAY, MONDAY, 2))
    expect(calendar.receive(late)).toBe('older than what is known')
    expect([...calendar.entries.values()]).toMatchObject([{ startsAt: TUESDAY, sequence: 1 }])
  })

  it('is removed by the mail about the time that the patient knows, even if it was moved after that', async () => {
    const calendar = new Calendar('ada@example.com')
    calendar.receive(await booked())
    // Moved and cancelled within a minute: the move was never announced.
    expect(calendar.receive(await cancelled(MONDAY, 3))).toBeNull()
    expect(calendar.entries.size).toBe(0)
  })

  it('is the one that the booking page lets patients save', () => {
    const { appointment } = factsAt(MONDAY, 1)
    const file = calendarFile(
      {
        ...appointment,
        method: 'PUBLISH',
        id: appointment.reference,
        summary: '',
        location: '',
        description: '',
        language: 'en',
      },
      at('1T08:00'),
    )
    const mail = confirmationMail(factsAt(MONDAY, 1), at('1T08:00'))
    const uid = /^UID:.*$/m
    expect(file.match(uid)?.[0]).toBe(mail.calendar.text.match(uid)?.[0])
  })

  it('is one person’s own: a forwarded mail changes no other calendar', async () => {
    expect(new Calendar('obi@example.com').receive(await booked())).toBe('for somebody else')
  })
})
