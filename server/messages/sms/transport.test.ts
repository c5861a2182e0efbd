import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { capturedLog } from '../../../tests/support/jobs.ts'
import {
  africasTalkingAnswer,
  startSmsGateway,
  twilioRefusal,
  twilioTaken,
} from '../../../tests/support/sms-gateway.ts'
import { WAIT_MS } from '../../../tests/support/waits.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { SmsNotSent } from './sms-failure.ts'
import { smsTransport } from './transport.ts'

const sms = { to: '+2348031234567', text: '123456 is your code & more: ₦5?' }
const ID = '7d3a1f70-2f7c-4d59-8a4e-2f6f0e3f1a11'
const AFRICAS_TALKING = (host: string) => `africastalking://enamel:key%2Fof%3Aours@${host}?from=Enamel`
const TWILIO = (host: string) => `twilio://AC0123:to%40ken@${host}?from=%2B15551234567`

type Answering = Parameters<typeof startSmsGateway>[0]

async function sendBy(url: (host: string) => string, answerTo: Answering, timeoutMs = WAIT_MS) {
  const gateway = await startSmsGateway(answerTo)
  onTestFinished(gateway.close)
  const kept = capturedLog()
  const transport = smsTransport({ smsUrl: url(gateway.host), dataDir: '', log: kept.log, timeoutMs })
  const outcome = await transport.send(sms, ID).catch((error: unknown) => error)
  return { outcome, received: gateway.received, logged: kept.text() }
}

const NOTHING_PERSONAL = /8031234|123456|code &|of:ours|ken/

describe("an SMS by Africa's Talking", () => {
  it('equals the request in its documentation', async () => {
    const { outcome, received, logged } = await sendBy(AFRICAS_TALKING, () => africasTalkingAnswer(101))
    expect(outcome).toBe('sent')
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      method: 'POST',
      path: '/version1/messaging',
      headers: { apikey: 'key/of:ours', accept: 'application/json' },
    })
    expect(received[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded\b/)
    expect(received[0]?.form).toEqual({ username: 'enamel', to: sms.to, message: sms.text, from: 'Enamel' })
    expect(logged).toContain(ID)
    expect(logged).not.toMatch(NOTHING_PERSONAL)
  })

  it('leaves the sender to the gateway where none is set', async () => {
    const { received } = await sendBy(
      (host) => `africastalking://enamel:key@${host}`,
      () => africasTalkingAnswer(100),
    )
    expect(received[0]?.form).toEqual({ username: 'enamel', to: sms.to, message: sms.text })
  })

  it.each([
    [100, 'Processed', 'sent'],
    [102, 'Queued', 'sent'],
    [403, 'InvalidPhoneNumber', 'refused'],
    [404, 'UnsupportedNumberType', 'refused'],
    [406, 'UserInBlacklist', 'refused'],
    [409, 'DoNotDisturbRejection', 'refused'],
  ])('with status %i (%s) is %s', async (code, status, ends) => {
    expect((await sendBy(AFRICAS_TALKING, () => africasTalkingAnswer(code, status))).outcome).toBe(ends)
  })

  it.each([
    ['a sender that is not ours', africasTalkingAnswer(402, 'InvalidSenderId'), 'status 402'],
    ['an empty account', africasTalkingAnswer(405, 'InsufficientBalance'), 'status 405'],
    ['a risk hold', africasTalkingAnswer(401, 'RiskHold'), 'status 401'],
    ['no route', africasTalkingAnswer(407, 'CouldNotRoute'), 'status 407'],
    ['a refusal of the gateway', africasTalkingAnswer(501, 'GatewayError'), 'status 501'],
    ['a refused message', africasTalkingAnswer(502, 'RejectedByGateway'), 'status 502'],
    ['a fault of the gateway', africasTalkingAnswer(500, 'InternalServerError'), 'status 500'],
    [
      'an answer without recipients',
      { status: 201, body: { SMSMessageData: { Recipients: [] } } },
      'no recipient',
    ],
    ['an answer that is no JSON', { status: 200, body: '<html>' }, 'no recipient'],
    ['a wrong key', { status: 401, body: 'The supplied authentication is invalid' }, 'HTTP 401'],
    ['a gateway that is away', { status: 503, body: '' }, 'HTTP 503'],
  ])('is retried after %s', async (_, answer, words) => {
    const { outcome } = await sendBy(AFRICAS_TALKING, () => answer)
    expect(outcome).toBeInstanceOf(SmsNotSent)
    expect(outcome).toMatchObject({ message: expect.stringContaining(words), maybeSent: false })
  })
})

describe('an SMS by Twilio', () => {
  it('equals the request in its documentation', async () => {
    const { outcome, received, logged } = await sendBy(TWILIO, () => twilioTaken)
    expect(outcome).toBe('sent')
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      method: 'POST',
      path: '/2010-04-01/Accounts/AC0123/Messages.json',
      headers: { authorization: `Basic ${btoa('AC0123:to@ken')}` },
    })
    expect(received[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded\b/)
    expect(received[0]?.form).toEqual({ To: sms.to, From: '+15551234567', Body: sms.text })
    expect(logged).not.toMatch(NOTHING_PERSONAL)
  })

  it.each([
    ['is no number', 21211],
    ['has opted out', 21610],
    ['is no mobile number', 21614],
    ['is a landline', 21635],
  ])('is refused for a number that %s (%i)', async (_, code) => {
    expect((await sendBy(TWILIO, () => twilioRefusal(400, code))).outcome).toBe('refused')
  })

  it.each([
    ['a wrong token', 401, 20003],
    ['a sender that is not ours', 400, 21606],
    ['a country that is not switched on', 400, 21408],
    ['a sender that does not reach the number', 400, 21612],
    ['a trial account', 400, 21608],
    ['a number that no call reaches', 400, 21214],
    ['a full queue', 400, 21611],
    ['a sender that is not bought', 400, 21659],
    ['a filtered text', 400, 30007],
    ['a suspended account', 403, 20005],
    ['a handset that is off', 400, 30003],
    ['too many requests', 429, 20429],
    ['a fault of the gateway', 500, 20500],
  ])('is retried after %s', async (_, status, code) => {
    const { outcome } = await sendBy(TWILIO, () => twilioRefusal(status, code))
    expect(outcome).toBeInstanceOf(SmsNotSent)
    expect(outcome).toMatchObject({ message: `sms not sent: HTTP ${status} code ${code}`, maybeSent: false })
  })
})

describe.each([
  ["Africa's Talking", AFRICAS_TALKING],
  ['Twilio', TWILIO],
])('a gateway such as %s', (_, url) => {
  it('has a time limit', async () => {
    const { outcome, received } = await sendBy(url, () => 'nothing', 200)
    expect(received).toHaveLength(1)
    expect(outcome).toBeInstanceOf(SmsNotSent)
    expect(outcome).toMatchObject({ message: 'sms not sent: TimeoutError', maybeSent: true })
  })

  it('that cuts the connection may have taken the SMS', async () => {
    const { outcome } = await sendBy(url, () => 'cut')
    expect(outcome).toBeInstanceOf(SmsNotSent)
    expect(outcome).toMatchObject({ maybeSent: true })
    expect(String(outcome)).not.toMatch(NOTHING_PERSONAL)
  })

  it('that does not exist has not taken the SMS', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => free.once('listening', resolve))
    const { port } = free.address() as { port: number }
    await new Promise((resolve) => free.close(resolve))
    const transport = smsTransport({ smsUrl: url(`127.0.0.1:${port}`), dataDir: '', log: capturedLog().log })
    const failure = await transport.send(sms, ID).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: 'sms not sent: ECONNREFUSED', maybeSent: false })
  })

  it('that redirects is not followed, so that the key stays here', async () => {
    const other = await startSmsGateway(() => twilioTaken)
    onTestFinished(other.close)
    const location = `http://${other.host}/`
    const { outcome } = await sendBy(url, () => ({ status: 307, body: '', headers: { location } }))
    expect(outcome).toMatchObject({ message: 'sms not sent: HTTP 307' })
    expect(other.received).toEqual([])
  })

  it.each(['+2348031234567,+15550000000', '08031234567', '', '+234803\r\n1234567'])(
    'is not called for the number %j',
    async (to) => {
      const gateway = await startSmsGateway(() => twilioTaken)
      onTestFinished(gateway.close)
      const transport = smsTransport({ smsUrl: url(gateway.host), dataDir: '', log: capturedLog().log })
      expect(await transport.send({ ...sms, to }, ID)).toBe('refused')
      expect(gateway.received).toEqual([])
    },
  )
})

describe('an SMS without a gateway', () => {
  it('becomes a file that only the server may read, and the log says where', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'enamel-sms-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const kept = capturedLog()
    expect(await smsTransport({ dataDir, log: kept.log }).send(sms, ID)).toBe('sent')
    const outbox = path.join(dataDir, 'outbox')
    const [file = ''] = await readdir(outbox)
    expect(file).toMatch(new RegExp(`_${ID}\\.txt$`))
    expect(await readFile(path.join(outbox, file), 'utf8')).toBe(`To: ${sms.to}\n\n${sms.text}\n`)
    expect((await stat(path.join(outbox, file))).mode & 0o777).toBe(0o600)
    expect(kept.text()).toContain(file)
    expect(kept.text()).not.toMatch(NOTHING_PERSONAL)
  })
})

it('the server does not start with an invalid gateway address', () => {
  expect(() => smsTransport({ smsUrl: 'https://example.com', dataDir: '', log: capturedLog().log })).toThrow(
    StartError,
  )
})
