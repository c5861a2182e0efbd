import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { mailHeader, mailParts, mailSubject } from '../../../tests/support/mail-server.ts'
import { challengeOf, startClinicWithCodes } from '../../../tests/support/one-time-codes.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { africasTalkingAnswer } from '../../../tests/support/sms-gateway.ts'
import { MailNotSent } from '../mail/smtp-failure.ts'
import { SmsNotSent } from '../sms/sms-failure.ts'

const PHONE = '0803 123 4567'
type Options = Parameters<typeof startClinicWithCodes>[0]
type Person = Parameters<typeof storeRegistered>[1]

async function start(options: Options = {}, person: Person = {}) {
  const clinic = await startClinicWithCodes(options)
  const ngozi = await storeRegistered(clinic.pool, { clinicId: 'CLN-7', ...person })
  /** Asks for a code; the job that waits for it is given to the worker by the test. */
  const jobFor = async (typed: string) => {
    const challengeId = challengeOf(await clinic.ask(typed))
    return { id: randomUUID(), challengeId }
  }
  return { ...clinic, ngozi, jobFor }
}

const away = () => ({ status: 503, body: '' })
const invalidNumber = () => africasTalkingAnswer(403, 'InvalidPhoneNumber')

describe('a requested code', () => {
  it('by email goes to that address', async () => {
    const clinic = await start()
    await clinic.ask('NGOZI.eze@example.com')
    expect(await clinic.deliver()).toEqual(['sent'])
    expect(clinic.mails.map(({ to }) => to)).toEqual([['ngozi.eze@example.com']])
    expect(clinic.texts).toEqual([])
  })

  it('by phone goes by SMS to the number on record', async () => {
    const clinic = await start()
    await clinic.ask(PHONE)
    expect(await clinic.deliver()).toEqual(['sent'])
    expect(clinic.texts.map(({ form }) => form.to)).toEqual(['+2348031234567'])
    expect(clinic.mails).toEqual([])
  })

  it.each([
    ['email', {}, 1, 0],
    ['phone where there is no email', { email: '' }, 0, 1],
  ])('by clinic id goes to the %s', async (_, person, mails, texts) => {
    const clinic = await start({}, person)
    await clinic.ask('cln-7')
    expect(await clinic.deliver()).toEqual(['sent'])
    expect([clinic.mails.length, clinic.texts.length]).toEqual([mails, texts])
  })

  it('by clinic id goes nowhere when the record has neither, and the log says so by id', async () => {
    const clinic = await start({}, { email: '', phone: null })
    const challenge = challengeOf(await clinic.ask('CLN-7'))
    expect(await clinic.deliver()).toEqual(['skipped'])
    expect(clinic.logged()).toContain(`"challenge":"${challenge}","msg":"one-time code not sent: no way`)
  })

  it('is not sent once it is unusable: too late, too many attempts, used', async () => {
    const clinic = await start()
    const [late, guessed, used] = [
      await clinic.jobFor('CLN-7'),
      await clinic.jobFor('CLN-7'),
      await clinic.jobFor('CLN-7'),
    ]
    for (let n = 0; n < 5; n++) await clinic.verify(guessed.challengeId, 123_456)
    await clinic.pool.query('UPDATE challenges SET used_at = now() WHERE id = $1', [used.challengeId])
    expect(await clinic.handler(guessed)).toBe('skipped')
    expect(await clinic.handler(used)).toBe('skipped')
    clinic.pass(180)
    expect(await clinic.handler(late)).toBe('skipped')
    expect(clinic.mails).toEqual([])
  })

  it('is replaced when the sending is retried, and the last one counts', async () => {
    const clinic = await start()
    const job = await clinic.jobFor('CLN-7')
    await clinic.handler(job)
    await clinic.handler(job)
    const [first, last] = clinic.mails.map(({ raw }) => Number(/\b(\d{6}) is your/.exec(raw)?.[1]))
    expect(new Set(clinic.mails.map(({ raw }) => mailHeader(raw, 'Message-ID'))).size).toBe(2)
    if (first !== last) expect(await clinic.verify(job.challengeId, first)).toMatchObject({ status: 400 })
    expect(await clinic.verify(job.challengeId, last)).toMatchObject({ status: 200 })
  })
})

describe('the SMS with a code', () => {
  it('becomes a mail at once when the number cannot receive any', async () => {
    const clinic = await start({ gateway: invalidNumber })
    await clinic.ask(PHONE)
    expect(await clinic.deliver()).toEqual(['sent'])
    expect(clinic.texts).toHaveLength(1)
    expect(clinic.mails.map(({ to }) => to)).toEqual([['ngozi.eze@example.com']])
  })

  it('is given up when the number cannot receive any and no email is known', async () => {
    const clinic = await start({ gateway: invalidNumber }, { email: '' })
    await clinic.ask(PHONE)
    expect(await clinic.deliver()).toEqual(['refused'])
    expect(clinic.logged()).toContain("the patient's number takes no code")
  })

  it('is retried while the gateway is down, and becomes a mail after 20 seconds', async () => {
    const clinic = await start({ gateway: away })
    const job = await clinic.jobFor(PHONE)
    await expect(clinic.handler(job)).rejects.toBeInstanceOf(SmsNotSent)
    clinic.pass(19)
    await expect(clinic.handler(job)).rejects.toBeInstanceOf(SmsNotSent)
    expect(clinic.mails).toEqual([])
    clinic.pass(1)
    expect(await clinic.handler(job)).toBe('sent')
    expect(clinic.texts).toHaveLength(3)
    const code = Number(/\b(\d{6}) is your/.exec(clinic.mails[0]?.raw ?? '')?.[1])
    expect(await clinic.verify(job.challengeId, code)).toMatchObject({ status: 200 })
  })

  it('is retried until the code expires where no email is known', async () => {
    const clinic = await start({ gateway: away }, { email: '' })
    const job = await clinic.jobFor(PHONE)
    clinic.pass(179)
    await expect(clinic.handler(job)).rejects.toBeInstanceOf(SmsNotSent)
    clinic.pass(1)
    expect(await clinic.handler(job)).toBe('skipped')
    expect(clinic.texts).toHaveLength(1)
  })

  it('becomes a mail too when the gateway does not answer', async () => {
    const clinic = await start({ gateway: () => 'nothing', gatewayTimeoutMs: 300 })
    const job = await clinic.jobFor(PHONE)
    clinic.pass(20)
    expect(await clinic.handler(job)).toBe('sent')
    expect(clinic.mails).toHaveLength(1)
    expect(clinic.logged()).toContain('sms not sent: TimeoutError')
  })

  it('does not count against the limits when unsent, unless it may have been sent after all', async () => {
    const oneTimeCodes = { ...clinicConfig.oneTimeCodes, smsPerDay: 2 }
    let answer: ReturnType<typeof away> | 'cut' = away()
    const clinic = await start(
      { limits: true, clinic: { oneTimeCodes }, gateway: () => answer },
      { email: '' },
    )
    const job = await clinic.jobFor(PHONE)
    for (let n = 0; n < 4; n++) await expect(clinic.handler(job)).rejects.toBeInstanceOf(SmsNotSent)
    answer = 'cut'
    for (let n = 0; n < 2; n++) await expect(clinic.handler(job)).rejects.toBeInstanceOf(SmsNotSent)
    expect(await clinic.handler(job)).toBe('skipped')
    expect(clinic.texts).toHaveLength(6)
  })
})

describe('the mail with a code', () => {
  it('is given up when the address takes none, and retried when the server says later', async () => {
    let code = 550
    const clinic = await start({
      answerTo: ({ recipient }) => (recipient ? { code, text: '5.1.1 no' } : undefined),
    })
    const job = await clinic.jobFor('CLN-7')
    expect(await clinic.handler(job)).toBe('refused')
    code = 451
    await expect(clinic.handler(job)).rejects.toBeInstanceOf(MailNotSent)
    expect(clinic.texts).toEqual([])
  })
})

describe('the clinic’s budget for SMS', () => {
  const paying = (smsPerDay: number, person: Person = {}) =>
    start(
      {
        clinic: { oneTimeCodes: { ...clinicConfig.oneTimeCodes, smsPerDay } },
        now: '2030-03-04T23:50:00+01:00',
      },
      person,
    )

  it('ends for the day at the configured number, with limits lifted too; then codes are mails', async () => {
    const clinic = await paying(2)
    for (let n = 0; n < 4; n++) await clinic.ask(PHONE)
    expect(await clinic.deliver()).toEqual(['sent', 'sent', 'sent', 'sent'])
    expect([clinic.texts.length, clinic.mails.length]).toEqual([2, 2])
    // The clinic's midnight: 23:00 in Greenwich.
    clinic.pass(10 * 60)
    await clinic.ask(PHONE)
    await clinic.deliver()
    expect([clinic.texts.length, clinic.mails.length]).toEqual([3, 2])
  })

  it('can be zero: a patient without email gets no code, and the log says so by id', async () => {
    const clinic = await paying(0, { email: '' })
    const challenge = challengeOf(await clinic.ask(PHONE))
    expect(await clinic.deliver()).toEqual(['skipped'])
    expect(clinic.texts).toEqual([])
    expect(clinic.logged()).toContain(
      `"challenge":"${challenge}","msg":"one-time code not sent by sms: the limit`,
    )
    expect((await clinic.challenge(challenge)).code_hash).toBeNull()
  })
})

describe('the language of the message with a code', () => {
  it('is the requested one, as a mail', async () => {
    const clinic = await start()
    const { rawId, code } = await clinic.codeFor('CLN-7', { language: 'rs' })
    const [{ raw } = { raw: '' }] = clinic.mails
    const [text, html] = mailParts(raw)
    expect(mailSubject(raw)).toBe('Ваш код, Enamel Dental Clinic')
    expect(text?.content).toMatch(/^\d{6} – ваш код для Enamel Dental Clinic\.\r?\n\r?\nЗдравствуйте, ngozi!/)
    expect(text?.content).toContain('в течение 3 минут с момента запроса')
    expect(html?.content).toContain('<html lang="ru">')
    expect(html?.content).toContain('– ваш код для Enamel Dental Clinic.')
    expect(await clinic.verify(rawId, code)).toMatchObject({ status: 200 })
  })

  it('is the requested one, as an SMS, with the line by which a phone offers the code', async () => {
    const clinic = await start()
    const { code } = await clinic.codeFor(PHONE, { language: 'gr' })
    expect(clinic.texts[0]?.form.message).toBe(
      `${code} ist Ihr Code für Enamel Dental Clinic, gültig 3 Minuten. Niemand in der Praxis wird Sie danach fragen.\n\n@book.example.com #${code}`,
    )
  })

  it.each([
    ['English, when nothing was said', {}, 'Your code'],
    ['the first that the clinic offers, for one that it does not', { language: 'yo' }, 'Your code'],
  ])('is %s', async (_, more, subject) => {
    const clinic = await start()
    await clinic.codeFor('CLN-7', more)
    expect(mailSubject(clinic.mails[0]?.raw ?? '')).toBe(`${subject}, Enamel Dental Clinic`)
  })
})

describe('the message with a code', () => {
  it('states the code, its lifetime, and that no one asks for it, with the first name alone', async () => {
    const clinic = await start()
    await clinic.codeFor('CLN-7')
    const [{ raw } = { raw: '' }] = clinic.mails
    const [text, html] = mailParts(raw)
    expect(text?.content).toMatch(/^\d{6} is your code for Enamel Dental Clinic\.\r?\n/)
    expect(text?.content).toContain('Hello ngozi,')
    for (const content of [text?.content, html?.content]) {
      expect(content).toContain('for 3 minutes')
      expect(content).toContain('Our staff will never ask for it.')
      expect(content).not.toMatch(/\beze\b|CLN|R-00/i)
    }
    expect(mailHeader(raw, 'Subject')).toBe('Your code, Enamel Dental Clinic')
  })

  it('has no name at all as an SMS, and the line by which a phone offers the code', async () => {
    const clinic = await start()
    const { code } = await clinic.codeFor(PHONE)
    const text = clinic.texts[0]?.form.message
    expect(text).not.toMatch(/ngozi|eze/i)
    expect(text).toContain(`@book.example.com #${code}`)
  })

  it.each([
    'Ngozi\r\nBcc: thief@example.com',
    'Ngozi\r\n\r\n999999 is your code',
    'Ngozi\u2028Bcc: thief@example.com',
    '<img src=x onerror=alert(1)>',
  ])('is not changed by the first name %j', async (firstName) => {
    const clinic = await start({}, { firstName })
    await clinic.codeFor('CLN-7')
    const [{ raw, to } = { raw: '', to: [] }] = clinic.mails
    expect(to).toEqual(['ngozi.eze@example.com'])
    expect(mailHeader(raw, 'Bcc')).toBeUndefined()
    const [text, html] = mailParts(raw)
    expect(text?.content.split(/\r?\n/)[2]).toMatch(/^Hello .+,$/)
    expect(text?.content).not.toMatch(/^(Bcc|999999)/m)
    expect(html?.content).not.toContain('<img')
  })
})
