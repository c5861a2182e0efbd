import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { classifyContact } from '../../../domain/contact.ts'
import type { Answer } from '../../../tests/support/clinic.ts'
import {
  challengeOf,
  otherThan,
  sentBy,
  startClinicWithCodes,
} from '../../../tests/support/one-time-codes.ts'
import { solved } from '../../../tests/support/proof.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const KNOWN = [
  'ngozi.eze@example.com',
  'NGOZI.EZE@Example.com',
  '0803 123 4567',
  '+2348031234567',
  'CLN-7',
  ' cln-7 ',
]

async function start(options: Parameters<typeof startClinicWithCodes>[0] = {}) {
  const clinic = await startClinicWithCodes(options)
  const ngozi = await storeRegistered(clinic.pool, { clinicId: 'CLN-7' })
  return { ...clinic, ngozi }
}

/** An answer without the ids and the typed text. */
function shown({ status, headers, body }: Answer, typed: string) {
  const text = JSON.stringify(body).replaceAll(JSON.stringify(typed.trim()), '"(typed)"')
  return {
    status,
    body: text.replace(/"rawId":"[^"]+"/, '"rawId":"(id)"'),
    headers: [...headers].map(([name, value]) => (name === 'x-request-id' ? name : `${name}: ${value}`)),
  }
}

describe('the request for a code', () => {
  it.each([
    ['ngozi.eze@example.com', 'email', 'Please enter code sent to your email!'],
    ['0803 123 4567', 'phoneNumber', 'Please enter code sent to your phone!'],
    ['CLN-7', 'emrId', 'Please enter code sent to your email!'],
  ])('by %s repeats it and says where to look', async (typed, field, message) => {
    const clinic = await start()
    const answer = await clinic.ask(typed)
    expect(answer).toMatchObject({ status: 200, body: { success: true, message } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const nothing = { emrId: '', email: '', phoneNumber: '' }
    expect(sentBy(answer)).toEqual([{ rawId: expect.stringMatching(UUID), ...nothing, [field]: typed }])
  })

  it.each(['00012345', '12345678', '2024-00017'])(
    'by the clinic id %s, which looks like a phone number, finds the patient',
    async (clinicId) => {
      const clinic = await startClinicWithCodes()
      const patient = await storeRegistered(clinic.pool, { clinicId })
      expect(classifyContact(clinicId)).toBe('phone')
      const { rawId, code } = await clinic.codeFor(clinicId)
      expect(clinic.texts).toHaveLength(1)
      expect(await clinic.verify(rawId, code, { phoneNumber: clinicId })).toMatchObject({
        status: 200,
        body: { data: { id: patient.id } },
      })
    },
  )

  it('accepts a clinic id, an email or a phone number in either field and by either call', async () => {
    const clinic = await start()
    for (const path of ['/api/send-otp/email', '/api/send-otp/sms']) {
      for (const typed of ['ngozi.eze@example.com', '0803 123 4567', 'CLN-7']) {
        for (const body of [{ emrId: typed }, { destination: typed }, { emrId: '', destination: typed }]) {
          const answer = await clinic.call('POST', path, { ...body, location: 'abuja' })
          expect((await clinic.challenge(challengeOf(answer))).patient_id).toBe(clinic.ngozi.id)
        }
      }
    }
  })

  it.each([
    [{}, 'destination', 'Please enter email or clinic ID!'],
    [{ emrId: '', destination: '' }, 'destination', 'Please enter email or clinic ID!'],
    [{ emrId: '   ', destination: null }, 'destination', 'Please enter email or clinic ID!'],
    [
      { emrId: 'CLN-7', location: 'atlantis' },
      'location',
      'Selected location not valid, please refresh and try again!',
    ],
    [
      { emrId: 'CLN-7', location: '' },
      'location',
      'Selected location not valid, please refresh and try again!',
    ],
    [{ emrId: 'x'.repeat(255) }, 'emrId', 'Please shorten this text.'],
    [{ emrId: 'CLN-7', rawId: "' OR 1=1" }, 'rawId', 'Please check this field.'],
    [{ emrId: { $ne: null } }, 'emrId', 'Please check this field.'],
    [{ emrId: 'CLN-7', language: 'de' }, 'language', 'Please check this field.'],
  ])('with %j is refused, and nothing is stored', async (body, field, message) => {
    const clinic = await start()
    expect(await clinic.call('POST', '/api/send-otp/email', { location: 'fct', ...body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: { [field]: message } },
    })
    expect(await clinic.waiting()).toEqual([])
  })

  it.each([
    'CLN\u0000-7',
    '\ud800',
    "'; DROP TABLE patients; --",
    '%',
    'ngozi.eze@example.com\r\nBcc: x@y.zz',
  ])('with %j finds no patient', async (typed) => {
    const clinic = await start()
    const { patient_id } = await clinic.challenge(challengeOf(await clinic.ask(typed)))
    expect(patient_id).not.toBe(clinic.ngozi.id)
    expect(await clinic.deliver()).toEqual(['skipped'])
  })

  it('finds registered patients alone, and no visitor by a contact', async () => {
    const clinic = await start()
    await clinic.book({ email: 'visitor@example.com', phone_number: '0805 555 5555' })
    for (const typed of ['visitor@example.com', '0805 555 5555']) {
      expect((await clinic.codeFor(typed)).code).toBeNull()
    }
  })

  it('finds one patient where visitors booked with that patient’s contact, and shows none of them', async () => {
    const clinic = await start()
    for (const start_time of ['10:00', '10:30']) {
      await clinic.book({ email: 'ngozi.eze@example.com', phone_number: '0803 123 4567', start_time })
    }
    expect(await clinic.count('patients')).toBe(3)
    for (const typed of ['ngozi.eze@example.com', '0803 123 4567']) {
      const { patient_id } = await clinic.challenge(challengeOf(await clinic.ask(typed)))
      expect(patient_id).toBe(clinic.ngozi.id)
    }
  })
})

/** First queries of a new connection, and delayed announcements of earlier events. */
const OF_NO_CALL = /transaction_read_only|pg_notify\('enamel_events'/

describe('the fact that somebody is a patient', () => {
  const unknown = fc.oneof(
    fc.emailAddress().filter((email) => classifyContact(email) === 'email'),
    fc.integer({ min: 10_000_000, max: 99_999_999 }).map((n) => `0805${n}`.slice(0, 11)),
    fc.stringMatching(/^[A-Z]{2,4}-\d{1,5}$/),
  )

  it('does not show in any answer', async () => {
    const clinic = await start()
    const expected = new Map<string, ReturnType<typeof shown>>()
    for (const typed of KNOWN) {
      const answer = shown(await clinic.ask(typed), typed)
      expect(answer).toEqual(expected.get(classifyContact(typed)) ?? answer)
      expected.set(classifyContact(typed), answer)
    }
    await fc.assert(
      fc.asyncProperty(unknown, async (typed) => {
        fc.pre(!KNOWN.some((known) => known.trim().toLowerCase() === typed.toLowerCase()))
        expect(shown(await clinic.ask(typed), typed)).toEqual(expected.get(classifyContact(typed)))
      }),
      { numRuns: 60 },
    )
  })

  it('does not show in the database: the same statements in the same order', async () => {
    const clinic = await start({
      limits: true,
      clinic: { oneTimeCodes: { perContactIn15Minutes: 100, perCallerPerHour: 1_000, smsPerDay: 10 } },
    })
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    const statementsOf = async (work: () => Promise<Answer>) => {
      asked.mockClear()
      await work()
      // A statement is its text and how many values it has; a list of names would show in their number.
      const statements = asked.mock.calls.map(([first, second]) => {
        const { text, values } = first as unknown as { text?: string; values?: unknown[] }
        const given = values ?? (Array.isArray(second) ? second : [])
        return `${text ?? String(first)} (${given.length})`
      })
      return statements.filter((statement) => !OF_NO_CALL.test(statement))
    }
    // The first call of a process makes its key.
    await clinic.ask('CLN-9')
    for (const [known, nobody] of [
      ['ngozi.eze@example.com', 'nobody@example.com'],
      ['08031234567', '08051234567'],
      ['CLN-7', 'CLN-8'],
    ] as const) {
      const forKnown = await statementsOf(() => clinic.ask(known))
      expect(forKnown.some((statement) => statement.includes('INSERT INTO challenges'))).toBe(true)
      expect(await statementsOf(() => clinic.ask(nobody))).toEqual(forKnown)
      expect(await statementsOf(() => clinic.ask(known, { language: 'rs' }))).toEqual(forKnown)
      expect(await statementsOf(() => clinic.ask(nobody, { language: 'rs' }))).toEqual(forKnown)
    }
    const [one, other] = [await clinic.codeFor('CLN-7'), await clinic.codeFor('CLN-8')]
    const wrong = await statementsOf(() => clinic.verify(one.rawId, otherThan(one.code)))
    expect(await statementsOf(() => clinic.verify(other.rawId, 123_456))).toEqual(wrong)
    asked.mockRestore()
  })

  it('does not show in jobs and rows: one of each for everyone, without a contact in the job', async () => {
    const clinic = await start()
    await clinic.ask('ngozi.eze@example.com', { language: 'rs' })
    await clinic.ask('nobody@example.com', { language: 'rs' })
    const { rows } = await clinic.pool.query(
      `SELECT name, data, retry_limit FROM pgboss.job ORDER BY created_on`,
    )
    expect(rows).toHaveLength(2)
    expect(rows.map(({ data }) => Object.keys(data))).toEqual([['challengeId'], ['challengeId']])
    const stored = await Promise.all(rows.map(({ data }) => clinic.challenge(data.challengeId)))
    expect(stored.map(({ kind, code_hash, language }) => [kind, code_hash, language])).toEqual([
      ['code', null, 'rs'],
      ['code', null, 'rs'],
    ])
    expect(await clinic.deliver()).toEqual(['sent', 'skipped'])
  })

  it('does not show in any log', async () => {
    const clinic = await start()
    await clinic.codeFor('ngozi.eze@example.com')
    await clinic.codeFor('0803 123 4567')
    await clinic.codeFor('CLN-7')
    expect(clinic.logged()).toContain('SMS handed to the gateway')
    expect(clinic.logged()).not.toMatch(/ngozi|eze|example|803 123|8031234|CLN/i)
  })
})

describe('a family behind one contact', () => {
  async function startWithFamily() {
    const clinic = await startClinicWithCodes()
    const family = { email: 'obi@example.com', phone: '+2348030000001', lastName: 'obi' }
    const [ada, bisi, chi] = [
      await storeRegistered(clinic.pool, { ...family, firstName: 'ada', rawId: '3312' }),
      await storeRegistered(clinic.pool, { ...family, firstName: 'bisi', rawId: '' }),
      await storeRegistered(clinic.pool, { ...family, firstName: 'chi', rawId: '77', lastName: 'okoro' }),
    ]
    return { ...clinic, ada, bisi, chi }
  }

  it('chooses among masked names, and no code is sent before', async () => {
    const clinic = await startWithFamily()
    const answer = await clinic.ask('obi@example.com')
    expect(answer).toMatchObject({ status: 200, body: { message: 'Please select your name!' } })
    const echo = { emrId: '', email: 'obi@example.com', phoneNumber: '', rawId: expect.stringMatching(UUID) }
    expect(sentBy(answer)).toEqual([
      { ...echo, names: 'Ada O. (...12)' },
      { ...echo, names: 'Bisi O.' },
      { ...echo, names: 'Chi O.' },
    ])
    expect(await clinic.waiting()).toEqual([])
  })

  it('gets the code of the chosen person, and that record alone', async () => {
    const clinic = await startWithFamily()
    const [, bisi] = sentBy(await clinic.ask('0803 000 0001'))
    const { rawId, code } = await clinic.codeFor('0803 000 0001', { rawId: bisi?.rawId })
    const answer = await clinic.verify(rawId, code)
    expect(answer).toMatchObject({ status: 200, body: { data: { id: clinic.bisi.id, firstName: 'bisi' } } })
    // Another code by the same choice, as 'Send a new code' asks for it.
    expect((await clinic.codeFor('0803 000 0001', { rawId: bisi?.rawId })).code).not.toBeNull()
  })

  it('is not offered its names by clinic id', async () => {
    const clinic = await startWithFamily()
    const { rawId, code } = await clinic.codeFor(clinic.chi.clinicId)
    expect(await clinic.verify(rawId, code)).toMatchObject({ body: { data: { id: clinic.chi.id } } })
  })

  it.each([
    ['made up', async () => '7d3a1f70-2f7c-4d59-8a4e-2f6f0e3f1a11'],
    ['of a patient', async ({ ada }: { ada: { id: string } }) => ada.id],
    [
      'given for another contact',
      async (clinic: Awaited<ReturnType<typeof startWithFamily>>) =>
        sentBy(await clinic.ask('0803 000 0001'))[0]?.rawId ?? '',
    ],
    [
      'of the code that was sent by a choice',
      async (clinic: Awaited<ReturnType<typeof startWithFamily>>) => {
        const [first] = sentBy(await clinic.ask('obi@example.com'))
        return challengeOf(await clinic.ask('obi@example.com', { rawId: first?.rawId }))
      },
    ],
    [
      'older than 15 minutes',
      async (clinic: Awaited<ReturnType<typeof startWithFamily>>) => {
        const [first] = sentBy(await clinic.ask('obi@example.com'))
        clinic.pass(15 * 60)
        return first?.rawId ?? ''
      },
    ],
  ])('with an id that is %s is answered like a stranger', async (_, idOf) => {
    const clinic = await startWithFamily()
    const rawId = await idOf(clinic)
    await clinic.deliver()
    const before = clinic.mails.length
    const answer = await clinic.ask('obi@example.com', { rawId })
    expect(shown(answer, 'obi@example.com')).toEqual(
      shown(await clinic.ask('nobody@example.com', { rawId }), 'nobody@example.com'),
    )
    expect(await clinic.deliver()).toEqual(['skipped', 'skipped'])
    expect(clinic.mails).toHaveLength(before)
  })

  it('gets a choice and no code field', async () => {
    const clinic = await startWithFamily()
    const [first] = sentBy(await clinic.ask('obi@example.com'))
    expect(await clinic.verify(first?.rawId ?? '', 123_456)).toMatchObject({
      status: 400,
      body: { code: 'code_wrong' },
    })
    expect((await clinic.challenge(first?.rawId ?? '')).tries).toBe(0)
  })

  it('loses a name that no longer has the contact', async () => {
    const clinic = await startWithFamily()
    const [ada] = sentBy(await clinic.ask('obi@example.com'))
    await clinic.pool.query(`UPDATE patients SET email = '', email_key = '' WHERE id = $1`, [clinic.ada.id])
    expect((await clinic.codeFor('obi@example.com', { rawId: ada?.rawId })).code).toBeNull()
  })

  it('shows ten names at most', async () => {
    const clinic = await startWithFamily()
    for (let n = 0; n < 9; n++) await storeRegistered(clinic.pool, { email: 'obi@example.com' })
    expect(sentBy(await clinic.ask('obi@example.com'))).toHaveLength(10)
  })
})

describe('requesting codes repeatedly', () => {
  const limited = () => start({ limits: true })

  it.each([
    ['an email', ['ngozi.eze@example.com', 'NGOZI.EZE@EXAMPLE.COM', ' Ngozi.Eze@example.com ']],
    ['a phone', ['08031234567', '+234 803 123 4567', '2348031234567']],
    ['a clinic id', ['CLN-7', 'cln-7', ' Cln-7']],
    ['an email of nobody', ['nobody@example.com', 'NOBODY@example.com', 'Nobody@Example.com']],
    ['a phone of nobody', ['08051234567', '+234 805 123 4567', '2348051234567']],
    ['a clinic id of nobody', ['CLN-8', 'cln-8', ' Cln-8']],
  ])('by %s, in three spellings, is refused the fourth time from one network', async (_, spellings) => {
    const clinic = await limited()
    for (const [n, typed] of spellings.entries()) {
      expect(await clinic.ask(typed, {}, `2001:db8:1:${n}::1`)).toMatchObject({ status: 200 })
    }
    const refused = await clinic.ask(spellings[0] ?? '', {}, '2001:db8:1:9::1')
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'too_many_requests',
        message: 'Too many codes were requested. Please try again in 15 minutes or call the clinic.',
      },
    })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(15 * 60)
    expect(await clinic.waiting()).toHaveLength(3)
  })

  it('is refused to a caller after 20 times in an hour, and to no one else', async () => {
    const clinic = await limited()
    for (let n = 0; n < 20; n++) expect(await clinic.ask(`p${n}@example.com`)).toMatchObject({ status: 200 })
    const refused = await clinic.ask('p20@example.com')
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(15 * 60)
    expect(await clinic.ask('p21@example.com', {}, '10.0.1.1')).toMatchObject({ status: 200 })
  })

  it('for the names of a family uses up none of its codes', async () => {
    const clinic = await limited()
    await storeRegistered(clinic.pool)
    for (let n = 0; n < 4; n++) expect(sentBy(await clinic.ask('ngozi.eze@example.com'))).toHaveLength(2)
    const [name] = sentBy(await clinic.ask('ngozi.eze@example.com'))
    for (let n = 0; n < 3; n++) {
      expect(await clinic.ask('ngozi.eze@example.com', { rawId: name?.rawId })).toMatchObject({ status: 200 })
    }
    expect(await clinic.ask('ngozi.eze@example.com', { rawId: name?.rawId })).toMatchObject({ status: 429 })
  })

  // Three requests by a clinic id locked its patient out of codes: 200 'code sent', and nothing was sent.
  it('from elsewhere locks no patient out, and fills no inbox without proofs of work', async () => {
    // Three requests by the clinic id were enough, with 'code sent' as their answer and nothing sent to the patient.
    const clinic = await limited()
    for (const site of ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
      for (let n = 0; n < 3; n++) expect(await clinic.ask('CLN-7', {}, site)).toMatchObject({ status: 200 })
    const another = await clinic.ask('CLN-7', {}, '198.51.100.4')
    expect(another).toMatchObject({ status: 428, body: { code: 'proof_required' } })
    const first = await clinic.ask('CLN-7', {}, '203.0.113.1')
    expect(first.status).toBe(428)
    const headers = solved(first)
    expect(await clinic.ask('CLN-7', {}, '203.0.113.1', headers)).toMatchObject({ status: 200 })
    // By another contact of the same person it takes no proof.
    expect(await clinic.ask('ngozi.eze@example.com', {}, '203.0.113.1')).toMatchObject({ status: 200 })
    const outcomes = await clinic.deliver()
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(11)
  })

  it('for the names of a family is answered five times an hour, from elsewhere with a proof', async () => {
    const clinic = await limited()
    await storeRegistered(clinic.pool)
    const family = 'ngozi.eze@example.com'
    for (let n = 0; n < 5; n++) expect(sentBy(await clinic.ask(family))).toHaveLength(2)
    const refused = await clinic.ask(family)
    expect(refused).toMatchObject({ status: 429 })
    expect(refused.body.data).toBeUndefined()
    const first = await clinic.ask(family, {}, '203.0.113.1')
    expect(first).toMatchObject({ status: 428 })
    expect(sentBy(await clinic.ask(family, {}, '203.0.113.1', solved(first)))).toHaveLength(2)
  })

  // Each challenge had its five attempts, and there was no limit over all patients: a botnet guessed at thousands at
  // once.
  it('needs a proof after 100 wrong codes in an hour in all, and so does entering one', async () => {
    const clinic = await limited()
    const { rawId, code } = await clinic.codeFor('CLN-7')
    for (let n = 0; n < 101; n++) {
      const caller = `198.51.100.${n % 50}`
      expect(await clinic.verify(randomUUID(), 123_456, {}, { caller })).toMatchObject({ status: 400 })
    }
    const first = await clinic.verify(rawId, code)
    expect(first).toMatchObject({ status: 428, body: { code: 'proof_required' } })
    expect(await clinic.ask('CLN-9')).toMatchObject({ status: 428 })
    expect(await clinic.verify(rawId, code, {}, { headers: solved(first) })).toMatchObject({ status: 200 })
  })

  it('fills no inbox by clinic id, email and phone together', async () => {
    const clinic = await start({ limits: true })
    await clinic.pool.query(`UPDATE patients SET phone_e164 = NULL WHERE id = $1`, [clinic.ngozi.id])
    for (let n = 0; n < 3; n++) {
      await clinic.ask('CLN-7')
      await clinic.ask('ngozi.eze@example.com')
    }
    const outcomes = await clinic.deliver()
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(3)
    expect(clinic.mails).toHaveLength(3)
    expect(clinic.logged()).toContain('the limit is reached')
  })
})
