import { createHmac, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Appointment } from '../../../contract/appointments.ts'
import type { Todo } from '../../../contract/todo.ts'
import type { Answer } from '../../../domain/reply-answers.ts'
import { startClinic, type TestOptions } from '../../../tests/support/clinic.ts'
import { isOptedOut } from '../../messages/opt-outs/opt-outs.ts'
import type { IncomingSettings } from '../../messages/replies/settings.ts'
import { claimMessage, settleMessage } from '../../messages/send/repository.ts'

/*
 * Monday 4 March 2030, 07:00 in the clinic; Ada Obi's appointment is on Tuesday at 10:00, and an SMS about it was sent.
 */

const NUMBER = '+2348031234567'
const CLINIC_NUMBER = '+2347000000000'
const SECRET = 'a-secret-of-the-tests-with-128-bits'
const AFRICAS_TALKING = {
  number: CLINIC_NUMBER,
  gateway: { kind: 'africastalking', secret: SECRET },
} as const satisfies IncomingSettings
const TWILIO = {
  number: CLINIC_NUMBER,
  gateway: {
    kind: 'twilio',
    authToken: 'token-of-the-tests',
    address: 'https://book.example.com/api/sms/incoming/twilio',
  },
} as const satisfies IncomingSettings

let clinic: Awaited<ReturnType<typeof startClinic>>
let bearer: { authorization: string }
const start = async (options: TestOptions) => {
  clinic = await startClinic({ incomingSms: AFRICAS_TALKING, ...options })
  bearer = (await clinic.signedIn({ username: 'desk', type: 'reception', locations: ['fct'] })).bearer
}
afterEach(() => clinic[Symbol.asyncDispose]())

const pool = () => clinic.database.pool
const at = (time: string, day = '04') => {
  clinic.clock.now = new Date(`2030-03-${day}T${time}:00+01:00`)
}

async function booked(more: object = {}): Promise<string> {
  await clinic.book({ doctor_id: 'fct-musa', ...more })
  const { rows } = await pool().query('SELECT id FROM appointments ORDER BY created_at DESC LIMIT 1')
  return rows[0].id
}

/** Records an SMS about the current state of an appointment, sent to its number. */
async function told(appointmentId: string, kind: 'reminder' | 'offer' = 'reminder') {
  const { rows } = await pool().query(
    'SELECT starts_at AS "startsAt", version FROM appointments WHERE id = $1',
    [appointmentId],
  )
  const message = {
    id: randomUUID(),
    appointmentId,
    kind,
    channel: 'sms',
    toKey: NUMBER,
    ...rows[0],
  } as const
  const { now } = clinic.clock
  await claimMessage(pool(), message, now)
  await settleMessage(pool(), message.id, 'sent', now)
}

async function deliver(
  text: string,
  { id = randomUUID() as string, from = NUMBER, to = CLINIC_NUMBER, secret = SECRET } = {},
) {
  const body = new URLSearchParams({ id, from, to, text, date: '2030-03-04 06:00:00', linkId: 'x' })
  return send(`/api/sms/incoming/africastalking/${secret}`, body.toString())
}

async function send(path: string, body: string, headers: Record<string, string> = {}) {
  const response = await clinic.app.request(
    path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    },
    { incoming: { socket: { remoteAddress: '10.0.0.1' } } },
  )
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

/** The replies that are due, in order, and no more of them. */
async function answered(): Promise<Answer[]> {
  const { rows } = await pool().query(
    `DELETE FROM pgboss.job WHERE name = 'sms-reply' RETURNING data ->> 'answer' AS answer, created_on AS at`,
  )
  return rows.sort((one, other) => one.at - other.at).map(({ answer }) => answer)
}
const row = async (id: string) =>
  (await clinic.call('GET', `/api/appointments/${id}`, undefined, bearer)).body.data as Appointment
const todo = async () => (await clinic.call('GET', '/api/todo', undefined, bearer)).body.data as Todo[]

it('a reply is counted by what it asks for, and once however often it is delivered', async () => {
  const metricsToken = 'the-token-of-the-metrics'
  await start({ metricsToken })
  await told(await booked())
  for (const text of ['1', 'please call me', 'Is there parking?', 'STOP']) await deliver(text)
  for (const _ of [1, 2]) await deliver('2', { id: 'ATXid_1' })
  const by = { authorization: `Bearer ${metricsToken}` }
  const metrics = await (await clinic.app.request('/metrics', { headers: by })).text()
  const counted = Object.fromEntries(
    Array.from(metrics.matchAll(/enamel_sms_replies_total\{kind="(\w+)"\} (\d+)/g), ([, kind, n]) => [
      kind,
      Number(n),
    ]),
  )
  expect(counted).toEqual({ confirm: 1, cancel: 1, call: 1, stop: 1, start: 0, other: 1 })
})

describe('a reply by SMS', () => {
  let id: string
  beforeEach(async () => {
    await start({})
    id = await booked()
    await told(id)
  })

  it('confirms, and 2 after it still cancels', async () => {
    expect(await deliver('1')).toMatchObject({ status: 200 })
    expect(await row(id)).toMatchObject({ status: 'open', patientConfirmedAt: '2030-03-04T07:00:00+01:00' })
    await deliver('Yes!')
    await deliver('2')
    expect(await row(id)).toMatchObject({ status: 'cancelled', cancelReason: null })
    expect(await answered()).toEqual(['confirmed', 'confirmed', 'cancelled'])
  })

  it('cancels, and within a quarter of an hour undoes that', async () => {
    await deliver('2')
    at('07:14')
    await deliver('1')
    expect(await row(id)).toMatchObject({
      status: 'open',
      patientConfirmedAt: '2030-03-04T07:14:00+01:00',
    })
    await deliver('2')
    at('07:30')
    await deliver('1')
    expect(await row(id)).toMatchObject({ status: 'cancelled' })
    expect(await answered()).toEqual(['cancelled', 'confirmed', 'cancelled', 'is_cancelled'])
  })

  it('requests a call', async () => {
    await deliver('please call me')
    expect(await todo()).toMatchObject([{ kind: 'asked_to_call', appointment: { id } }])
    expect(await answered()).toEqual(['call'])
  })

  it('counts once, however often and simultaneously it is delivered', async () => {
    const again = { id: 'ATXid_1' }
    await Promise.all(Array.from({ length: 5 }, () => deliver('1', again)))
    expect(await row(id)).toMatchObject({ version: 2 })
    await deliver('2', again)
    expect(await row(id)).toMatchObject({ status: 'open' })
    expect(await answered()).toEqual(['confirmed'])
  })

  it('is processed by another process a minute after one died over it', async () => {
    await pool().query(`INSERT INTO incoming_sms VALUES ('africastalking', 'ATXid_1', 'a hash', $1)`, [
      clinic.clock.now,
    ])
    await deliver('1', { id: 'ATXid_1' })
    expect(await row(id)).toMatchObject({ version: 1 })
    at('07:02')
    await deliver('1', { id: 'ATXid_1' })
    expect(await row(id)).toMatchObject({ version: 2 })
  })

  it.each([
    ['the clinic has moved it', { move: { appointment_date: '2030-03-05', start_time: '12:00' } }],
    ['the clinic has confirmed it', { isOpen: false }],
  ])('changes nothing once %s, and is answered with the link', async (_what, change) => {
    await clinic.call('PATCH', `/api/appointments/${id}`, change, bearer)
    await deliver('2')
    expect(await row(id)).toMatchObject({ version: 2 })
    expect((await row(id)).status).not.toBe('cancelled')
    expect(await answered()).toEqual(['changed'])
  })

  it('gets the information that the clinic has cancelled', async () => {
    await clinic.call('PATCH', `/api/appointments/${id}`, { status: 'cancelled' }, bearer)
    at('07:05')
    await told(id)
    await deliver('1')
    expect(await answered()).toEqual(['is_cancelled'])
  })

  it('that comes too late to cancel creates a call for the desk', async () => {
    at('08:01', '05')
    bearer = (await clinic.signedIn({ username: 'next', type: 'reception', locations: ['fct'] })).bearer
    await deliver('2')
    expect(await row(id)).toMatchObject({ status: 'open' })
    await deliver('1')
    expect(await row(id)).toMatchObject({ patientConfirmedAt: '2030-03-05T08:01:00+01:00' })
    expect(await todo()).toMatchObject([{ kind: 'cancel_too_late', appointment: { id } }])
    expect(await answered()).toEqual(['too_late', 'confirmed'])
  })

  it('that says something else goes to the desk, and gets the valid answers once a day', async () => {
    await deliver('Is there   parking?\n')
    await deliver('And a lift?')
    expect(await todo()).toMatchObject([
      { kind: 'reply_not_understood', words: 'And a lift?', appointment: { id } },
    ])
    expect(await answered()).toEqual(['help'])
    at('07:01', '05')
    await deliver('?')
    expect(await answered()).toEqual(['help'])
  })

  it('accepts no offer of another time', async () => {
    at('07:05')
    await told(id, 'offer')
    await deliver('1')
    expect(await row(id)).toMatchObject({ version: 1 })
    expect(await answered()).toEqual(['changed'])
  })

  it('ends reminders by SMS and restores them', async () => {
    await deliver('STOP')
    expect(await isOptedOut(pool(), NUMBER)).toBe(true)
    await deliver('Start')
    expect(await isOptedOut(pool(), NUMBER)).toBe(false)
    expect(await answered()).toEqual(['stopped', 'started'])
    await deliver('stop', { from: '+2348039999999' })
    expect(await isOptedOut(pool(), '+2348039999999')).toBe(true)
    expect(await answered()).toEqual([])
  })

  it('concerns the appointment of the last SMS where a number has two', async () => {
    const second = await booked({ start_time: '12:00', surname: 'Bola' })
    at('07:05')
    await told(second)
    await deliver('1')
    expect(await row(id)).toMatchObject({ patientConfirmedAt: null })
    expect(await row(second)).toMatchObject({ patientConfirmedAt: '2030-03-04T07:05:00+01:00' })
  })

  it('is answered at most a dozen times a day', async () => {
    for (let i = 0; i < 20; i++) await deliver('1')
    expect(await answered()).toHaveLength(12)
  })

  it.each([
    ['a number that nothing was sent to', { from: '+2348039999999' }],
    ['a sender that is no phone', { from: 'MTN' }],
    ['somebody who writes to another number of the account', { to: '+2347000000001' }],
  ])('from %s is ignored', async (_who, more) => {
    expect(await deliver('2', more)).toMatchObject({ status: 200 })
    expect(await row(id)).toMatchObject({ version: 1 })
    expect(await answered()).toEqual([])
  })

  it.each([
    ['three days later', async () => at('07:01', '07')],
    [
      'when the number is no longer the patient’s',
      () => pool().query(`UPDATE patients SET phone = '08030000000', phone_e164 = NULL`),
    ],
  ])('is ignored %s', async (_when, happens) => {
    await clinic.call(
      'PATCH',
      `/api/appointments/${id}`,
      { move: { appointment_date: '2030-03-08', start_time: '10:00' } },
      bearer,
    )
    await told(id)
    await happens()
    await deliver('2')
    expect(await answered()).toEqual([])
  })

  it('leaves ids and a hash behind, and no number or text', async () => {
    await deliver('Is there parking?')
    const { rows } = await pool().query('SELECT incoming_sms::text AS row FROM incoming_sms')
    expect(rows).toHaveLength(1)
    for (const secret of ['8031234567', 'parking']) expect(rows[0].row).not.toContain(secret)
  })
})

describe('the sender of replies', () => {
  it.each(['', 'x', `${SECRET}x`, SECRET.toUpperCase()])('is refused with the secret %j', async (secret) => {
    await start({})
    const { status } = await deliver('1', { secret })
    expect(status).toBe(404)
  })

  it('is refused where replies are not read, and as another gateway', async () => {
    await start({})
    expect(await send('/api/sms/incoming/twilio', 'MessageSid=1')).toMatchObject({ status: 404 })
    await clinic[Symbol.asyncDispose]()
    clinic = await startClinic()
    expect(await deliver('1')).toMatchObject({ status: 404 })
  })

  it('sends a form of a few kilobytes at most', async () => {
    await start({})
    const path = `/api/sms/incoming/africastalking/${SECRET}`
    const body = 'id=1&from=x&to=x&text=x'
    expect(await send(path, body, { 'content-type': 'application/json' })).toMatchObject({ status: 400 })
    expect(await send(path, 'id=1')).toMatchObject({ status: 400 })
    expect(await send(path, `${body}${'x'.repeat(16_400)}`)).toMatchObject({ status: 413 })
  })

  it('is Twilio by its signature over the whole request', async () => {
    await start({ incomingSms: TWILIO })
    const id = await booked()
    await told(id)
    const fields = {
      MessageSid: 'SM1',
      From: NUMBER,
      To: CLINIC_NUMBER,
      Body: '1 ',
      NumMedia: '0',
      AccountSid: 'AC1',
    }
    const signature = createHmac('sha1', TWILIO.gateway.authToken)
      .update(
        TWILIO.gateway.address +
          Object.entries(fields)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .flat()
            .join(''),
      )
      .digest('base64')
    const headers = { 'x-twilio-signature': signature }
    const post = (more: object, given: Record<string, string> = headers) =>
      send('/api/sms/incoming/twilio', new URLSearchParams({ ...fields, ...more }).toString(), given)
    expect(await post({ Body: '2' })).toMatchObject({ status: 403 })
    expect(await post({ More: '' })).toMatchObject({ status: 403 })
    expect(await post({}, {})).toMatchObject({ status: 403 })
    expect(await row(id)).toMatchObject({ version: 1 })
    expect(await post({})).toEqual({
      status: 200,
      type: 'text/xml; charset=utf-8',
      text: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
    })
    expect(await answered()).toEqual(['confirmed'])
  })
})

it('the call answers any bytes without a failure of its own, and logs neither number nor text', async () => {
  const logged: string[] = []
  await start({ logged })
  await told(await booked())
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom('1', '2', '3', 'STOP'))
  const field = fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: fc.constant(NUMBER) })
  const form = fc
    .record(
      {
        id: fc.oneof(text, fc.stringMatching(/^\w{1,30}$/)),
        from: field,
        to: fc.oneof(text, fc.constant(CLINIC_NUMBER)),
        text,
      },
      { requiredKeys: [] },
    )
    .map((fields) => new URLSearchParams(fields).toString())
  const bytes = fc.oneof(form, text, fc.stringMatching(/^(?:[a-z]{0,4}=?(?:%[0-9a-f]{0,2})*&?){0,9}$/))
  await fc.assert(
    fc.asyncProperty(bytes, async (body) => {
      const { status } = await send(`/api/sms/incoming/africastalking/${SECRET}`, body)
      expect([200, 400]).toContain(status)
    }),
    { numRuns: 200 },
  )
  await deliver('Words of a patient')
  const lines = logged.join('')
  expect(lines).toContain('SMS received')
  for (const secret of ['8031234567', 'Words of', SECRET]) expect(lines).not.toContain(secret)
})
