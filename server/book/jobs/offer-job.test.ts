import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { capturedLog } from '../../../tests/support/jobs.ts'
import type { Mail } from '../../messages/mail/transport.ts'
import { SmsNotSent } from '../../messages/sms/sms-failure.ts'
import { clinicWithWaiting, type StoredOffer } from '../waiting-list/waiting-list.fixture.ts'
import { offerJob } from './offer-job.ts'

const at = clinicWithWaiting()

/** Sends due messages into arrays; an SMS fails as often as given. */
function sending({ smsFailures = [] as SmsNotSent[] } = {}) {
  const mails: Mail[] = []
  const texts: { to: string; text: string }[] = []
  const { pool, clinic } = at.parts()
  const { log, text } = capturedLog()
  const job = offerJob({
    pool,
    clinic,
    log,
    origin: () => 'https://book.example.com',
    now: () => at.clinic.clock.now,
    transport: {
      sender: { name: 'Enamel', address: 'desk@example.com' },
      send: async (mail: Mail) => {
        mails.push(mail)
        return 'sent'
      },
      close() {},
    } as never,
    sms: {
      send: async (message: { to: string; text: string }) => {
        const failure = smsFailures.shift()
        if (failure) throw failure
        texts.push(message)
        return 'sent'
      },
    } as never,
    smsOn: () => ({ take: async () => true, giveBack: async () => {} }) as never,
  })
  const send = ({ id: offerId }: StoredOffer) => job({ kind: 'offer', offerId, id: randomUUID(), attempt: 1 })
  return { mails, texts, send, log: text }
}

/** A person waits for a first appointment, and Tuesday 10:00 is free. */
async function firstOffer(contact: object): Promise<StoredOffer> {
  const patient = { firstName: 'Ngozisecret', lastName: 'Ezesecret', ...contact }
  expect(await at.wait({ patient, location: 'fct' })).toMatchObject({ status: 201 })
  await at.cancel(await at.visit('05', '10:00'))
  const [offer] = await at.sweep()
  return offer!
}

it('an offer is sent to the patient of an appointment with that appointment’s own link, and says that nothing is reserved', async () => {
  await at.waitFor(await at.visit('07', '09:00'))
  await at.cancel(await at.visit('05', '10:00'))
  const [offer] = await at.sweep()
  const { mails, send } = sending()
  expect(await send(offer!)).toBe('sent')
  const { subject = '', text = '' } = mails[0]!
  expect(subject).toBe('A time has opened up: Tuesday, 5 March 2030 at 10:00 AM, Enamel Dental Clinic')
  expect(text).toMatch(/https:\/\/book\.example\.com\/visit#[\w-]{22}\n/)
  expect(text).toContain('First come, first served')
  expect(text).toContain('8:30 AM')
  expect(text).toContain('Thursday, 7 March 2030 at 9:00 AM')
  expect(await at.rows('SELECT kind, state FROM messages')).toEqual([{ kind: 'offer', state: 'sent' }])
})

it.each([
  [{ email: 'ngozi@example.com' }, '8:30 AM (Tuesday, 5 March 2030)'],
  [{ phoneNumber: '0803 555 0101' }, '8:30 AM (Tuesday, 5 March 2030)'],
])(
  'an offer tells %o until when it is valid, with the day where it is another one',
  async (contact, until) => {
    const offer = await firstOffer(contact)
    const { mails, texts, send } = sending()
    const move = (good: string) =>
      at
        .parts()
        .pool.query('UPDATE offers SET good_until = $2, sms_at = NULL WHERE id = $1', [offer.id, good])
    const sent = () => `${mails.at(-1)?.text ?? ''}${texts.at(-1)?.text ?? ''}`
    at.clinic.clock.now = new Date('2030-03-04T23:30:00+01:00')
    await move('2030-03-05T08:30:00+01:00')
    expect(await send(offer)).toBe('sent')
    expect(sent()).toContain(until)
    // In UTC it is Monday still.
    at.clinic.clock.now = new Date('2030-03-05T00:10:00+01:00')
    await move('2030-03-05T08:30:00+01:00')
    expect(await send(offer)).toBe('sent')
    expect(sent()).toMatch(/8:30 AM(?! \()/)
  },
)

it('an offer to a person without an appointment has a link of its own, and is never sent twice by SMS', async () => {
  const offer = await firstOffer({ phoneNumber: '0803 555 0101' })
  const { texts, send, log } = sending()
  expect(await send(offer)).toBe('sent')
  expect(await send(offer)).toBe('refused')
  expect(texts).toHaveLength(1)
  expect(texts[0]?.to).toBe('+2348035550101')
  expect(texts[0]?.text).toMatch(/https:\/\/book\.example\.com\/v#o\.[\w-]{22}$/)
  expect(texts[0]?.text).not.toContain('secret')
  expect(log()).not.toContain('secret')
})

it('an offer is retried by SMS when it was certainly not sent, and otherwise not', async () => {
  const offer = await firstOffer({ phoneNumber: '0803 555 0101' })
  const not = sending({ smsFailures: [new SmsNotSent('away', { maybeSent: false })] })
  await expect(not.send(offer)).rejects.toThrow()
  expect(await not.send(offer)).toBe('sent')
  const other = await firstOffer({ phoneNumber: '0803 555 0102' })
  const perhaps = sending({ smsFailures: [new SmsNotSent('cut off', { maybeSent: true })] })
  const theirs = (await at.offers()).find(({ id }) => id !== offer.id) ?? other
  expect(await perhaps.send(theirs)).toBe('refused')
  expect(await perhaps.send(theirs)).toBe('refused')
})

it('an offer is not sent once it is over or was claimed', async () => {
  const offer = await firstOffer({ email: 'ngozi@example.com' })
  const { mails, send } = sending()
  at.now('08:31')
  expect(await send(offer)).toBe('skipped')
  at.now('08:10')
  expect(await at.claim(offer)).toMatchObject({ kind: 'claimed' })
  expect(await send(offer)).toBe('skipped')
  expect(mails).toEqual([])
})
