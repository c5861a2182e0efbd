import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import type { Appointment } from '../../../contract/appointments.ts'
import type { Todo } from '../../../contract/todo.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { capturedLog } from '../../../tests/support/jobs.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import type { Mail } from '../../messages/mail/transport.ts'
import { sweepReminders } from '../../messages/reminders/sweep.ts'
import { sendAbout } from '../../messages/send/send.ts'
import { addTodo } from '../todo/repository.ts'
import { mintOfferLink } from '../waiting-list/offers.ts'

/*
 * Monday 4 March 2030, 07:00 in the clinic. A registered patient has an appointment on Tuesday at 10:00; their number
 * or address is another person's, and the desk corrects it.
 */

const OLD = { email: 'old@example.com', phone: '+2348030000201' }
const NEW = { email: 'new@example.com', phone: '+2348030000999', phoneNumber: '0803 000 0999' }
const CLINIC_NUMBER = '+2347000000000'
const SECRET = 'a-secret-of-the-tests-with-128-bits'

let clinic: Awaited<ReturnType<typeof startClinic>>
let bearer: { authorization: string }
beforeEach(async () => {
  clinic = await startClinic({
    incomingSms: { number: CLINIC_NUMBER, gateway: { kind: 'africastalking', secret: SECRET } },
  })
  bearer = (await clinic.signedIn({ username: 'boss' })).bearer
})
afterEach(() => clinic[Symbol.asyncDispose]())

const pool = () => clinic.database.pool

async function visitOf(patientId: string, more: object = {}): Promise<string> {
  const { status, body } = await clinic.book({ doctor_id: 'fct-musa', ...more })
  expect(status).toBe(201)
  const { rows } = await pool().query(
    'UPDATE appointments SET patient_id = $2 WHERE reference = $1 RETURNING id',
    [(body.data as { reference: string }).reference, patientId],
  )
  return rows[0].id
}

/** By SMS alone, or by mail alone. */
async function registered(by: 'sms' | 'email') {
  const contact = by === 'sms' ? { email: '', phone: OLD.phone } : { email: OLD.email, phone: null }
  const { id, clinicId } = await storeRegistered(pool(), { clinicId: 'PF/2101', ...contact })
  return { id, clinicId, visit: await visitOf(id) }
}

async function correct(id: string, change: object): Promise<void> {
  const { status } = await clinic.call('PATCH', `/api/patients/${id}`, change, bearer)
  expect(status).toBe(200)
}

/** Sends a message with the appointment's own link. @returns the recipient, and the link's token */
async function send(appointmentId: string): Promise<{ to: string; token: string }> {
  const sent: { to: string; text: string }[] = []
  const take = async (message: Mail | { to: string; text: string }) => {
    sent.push(message)
    return 'sent' as const
  }
  const outcome = await sendAbout(
    {
      pool: pool(),
      clinic: clinicConfig,
      log: capturedLog().log,
      origin: () => 'https://book.example.com',
      now: () => clinic.clock.now,
      transport: {
        sender: { name: 'Enamel', address: 'desk@example.com' },
        send: take,
        close() {},
      },
      sms: { way: 'gateway', send: take },
      smsOn: () => ({ take: async () => true, giveBack: async () => {} }),
    },
    {
      appointmentId,
      messageId: randomUUID(),
      attempt: 1,
      name: 'reminder',
      kind: 'reminder',
      step: randomUUID(),
      isFor: () => true,
      hasLink: () => true,
      compose: {
        mail: ({ patient, visitLink = '' }) => ({
          to: patient.email,
          subject: '',
          text: visitLink,
          html: '',
        }),
        sms: ({ visitLink = '' }) => visitLink,
      },
    },
  )
  expect(outcome).toBe('sent')
  return { to: sent[0]?.to ?? '', token: sent[0]?.text.split('#')[1] ?? '' }
}

const opens = async (token: string) =>
  (await clinic.call('GET', '/api/visit', undefined, { authorization: `Bearer visit:${token}` })).status

async function reply(from: string, text: string): Promise<void> {
  const body = new URLSearchParams({
    id: randomUUID(),
    from,
    to: CLINIC_NUMBER,
    text,
    date: '2030-03-04 06:00:00',
  })
  const response = await clinic.app.request(
    `/api/sms/incoming/africastalking/${SECRET}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    },
    { incoming: { socket: { remoteAddress: '10.0.0.1' } } },
  )
  expect(response.status).toBe(200)
}
const row = async (id: string) =>
  (await clinic.call('GET', `/api/appointments/${id}`, undefined, bearer)).body.data as Appointment

describe.each(['sms', 'email'] as const)('a contact that the desk corrects, reached by %s,', (by) => {
  const change = by === 'sms' ? { phoneNumber: NEW.phoneNumber } : { email: NEW.email }
  const [before, after] = by === 'sms' ? [OLD.phone, NEW.phone] : [OLD.email, NEW.email]

  it('gets the messages at once, and links of the old one are dead', async () => {
    const { id, visit } = await registered(by)
    const old = await send(visit)
    expect(old.to).toBe(before)
    expect(await opens(old.token)).toBe(200)
    await correct(id, change)
    expect(await opens(old.token)).toBe(401)
    const next = await send(visit)
    expect(next.to).toBe(after)
    expect(await opens(next.token)).toBe(200)
    // Corrected once more within the day.
    const third = by === 'sms' ? { phoneNumber: '0803 000 0777' } : { email: 'third@example.com' }
    await correct(id, third)
    expect(await opens(next.token)).toBe(401)
    expect((await send(visit)).to).toBe(by === 'sms' ? '+2348030000777' : 'third@example.com')
  })

  it('gets no message once it is removed, and its links are dead', async () => {
    const { id, visit } = await registered(by)
    const { token } = await send(visit)
    await correct(
      id,
      by === 'sms' ? { phoneNumber: null, email: NEW.email } : { email: null, phoneNumber: NEW.phoneNumber },
    )
    expect(await opens(token)).toBe(401)
    expect((await send(visit)).to).toBe(by === 'sms' ? NEW.email : NEW.phone)
  })

  it('ends the links when an import overwrites it as well', async () => {
    const { clinicId, visit } = await registered(by)
    const { token } = await send(visit)
    const { rows } = await pool().query('SELECT first_name, last_name FROM patients WHERE clinic_id = $1', [
      clinicId,
    ])
    const contact = by === 'sms' ? `phone\n` : `email\n`
    const value = by === 'sms' ? NEW.phoneNumber : NEW.email
    const file = `clinic_id,first_name,last_name,${contact}${clinicId},${rows[0].first_name},${rows[0].last_name},${value}\n`
    await importFile(file)
    expect(await opens(token)).toBe(401)
    expect((await send(visit)).to).toBe(after)
  })

  it('ends the link of an offer to a person without an appointment', async () => {
    const { id } = await registered(by)
    const offer = await offeredTo(id)
    const token = await mintOfferLink(pool(), offer, before)
    const read = async () =>
      (await clinic.call('GET', '/api/offer', undefined, { authorization: `Bearer offer:${token}` })).status
    expect(await read()).toBe(200)
    await correct(id, change)
    expect(await read()).toBe(401)
  })

  it('is corrected in merged records that had the same, and stays so when they are unlinked', async () => {
    const { id } = await registered(by)
    const own = by === 'sms' ? { phone_number: OLD.phone, email: 'joined@example.com' } : { email: OLD.email }
    const { body } = await clinic.book({ doctor_id: 'fct-okafor', ...own })
    const { rows } = await pool().query('SELECT id, patient_id FROM appointments WHERE reference = $1', [
      (body.data as { reference: string }).reference,
    ])
    const [{ id: visit, patient_id: visitor }] = rows
    if (by === 'sms')
      await pool().query(`UPDATE patients SET email = '', email_key = '' WHERE id = $1`, [visitor])
    const join = (what: 'join' | 'part') =>
      clinic.call('POST', `/api/patients/${id}/${what}`, { visitor }, bearer)
    expect((await join('join')).status).toBe(200)
    const { token } = await send(visit)
    await correct(id, change)
    expect(await opens(token)).toBe(401)
    expect((await send(visit)).to).toBe(after)
    expect((await join('part')).status).toBe(200)
    expect((await send(visit)).to).toBe(after)
  })
})

async function importFile(body: string): Promise<void> {
  const headers = { 'content-type': 'text/csv', ...bearer }
  const answer = await clinic.app.request('/api/patients/import', { method: 'POST', headers, body }, {})
  expect(await answer.json()).toMatchObject({ data: { updated: 1, failed: 0 } })
}

async function offeredTo(patientId: string): Promise<string> {
  const { rows } = await pool().query(
    `WITH entry AS (
       INSERT INTO waiting_entries (patient_id, location, minutes, from_day, to_day, language, created_at)
       VALUES ($1, 'fct', 30, '2030-03-04', '2030-03-08', 'en', now()) RETURNING id
     ), freed AS (
       INSERT INTO freed_times (location, starts_at, ends_at) VALUES ('fct', now(), now() + interval '1 hour') RETURNING id
     )
     INSERT INTO offers (id, entry_id, freed_id, location, doctor_id, starts_at, ends_at, created_at, good_until)
     SELECT gen_random_uuid(), entry.id, freed.id, 'fct', 'fct-musa', now(), now(), now(), now() FROM entry, freed RETURNING id`,
    [patientId],
  )
  return rows[0].id
}

it('another contact of a merged record stays', async () => {
  const { id } = await registered('sms')
  const visitor = (
    await pool().query(
      `INSERT INTO patients (id, first_name, last_name, email, email_key, phone, phone_e164, address, joined_to)
       VALUES (gen_random_uuid(), 'Ngozi', 'Eze', 'own@example.com', 'own@example.com', '0803 000 0333', '+2348030000333', '', $1)
       RETURNING id`,
      [id],
    )
  ).rows[0].id
  await correct(id, { phoneNumber: NEW.phoneNumber })
  const { rows } = await pool().query('SELECT email, phone FROM patients WHERE id = $1', [visitor])
  expect(rows).toEqual([{ email: 'own@example.com', phone: '0803 000 0333' }])
})

describe('a reply to an SMS', () => {
  it.each(['1', '2', 'CANCEL'])(
    'with the text %s does nothing from a corrected number, and counts from the new one',
    async (text) => {
      const { id, visit } = await registered('sms')
      await send(visit)
      await correct(id, { phoneNumber: NEW.phoneNumber })
      const { version } = await row(visit)
      await reply(OLD.phone, text)
      expect(await row(visit)).toMatchObject({ version, status: 'open', patientConfirmedAt: null })
      await send(visit)
      await reply(OLD.phone, text)
      expect(await row(visit)).toMatchObject({ version, status: 'open' })
      await reply(NEW.phone, text)
      expect((await row(visit)).version).toBeGreaterThan(version)
    },
  )
})

it('an opt-out of the old number does not apply to the corrected one, and the other way round', async () => {
  const { id, visit } = await registered('sms')
  await reply(OLD.phone, 'STOP')
  const made = async () => {
    await pool().query(
      `DELETE FROM messages; UPDATE appointments SET remind_at = '2030-03-01', moved_at = '2030-03-01', created_at = '2030-03-01'`,
    )
    await sweepReminders({ pool: pool(), clinic: clinicConfig }, new Date('2030-03-05T07:05:00+01:00'))
    return (await pool().query('SELECT FROM messages WHERE appointment_id = $1', [visit])).rowCount
  }
  expect(await made()).toBe(0)
  await correct(id, { phoneNumber: NEW.phoneNumber })
  expect(await made()).toBeGreaterThan(0)
  await reply(NEW.phone, 'STOP')
  expect(await made()).toBe(0)
})

it('the desk sees the corrected number at once: details, search and the list to call', async () => {
  const { id, visit } = await registered('sms')
  await correct(id, { phoneNumber: NEW.phoneNumber })
  expect((await row(visit)).user.phone_number).toBe(NEW.phoneNumber)
  const found = async (search: string) =>
    (
      (await clinic.call('POST', '/api/patients/search', { search }, bearer)).body.data as { id: string }[]
    ).map((hit) => hit.id)
  expect(await found(NEW.phoneNumber)).toEqual([id])
  expect(await found(OLD.phone)).toEqual([])
  await addTodo(pool(), 'cancellation_not_sent', visit)
  const todo = (await clinic.call('GET', '/api/todo', undefined, bearer)).body.data as Todo[]
  expect(todo.map(({ appointment }) => appointment.phone)).toContain(NEW.phone)
})
