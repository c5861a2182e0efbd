import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { otherThan, startClinicWithCodes } from '../../../tests/support/one-time-codes.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { setCode } from './challenges.ts'
import { makeCode } from './code.ts'

const wrong = {
  status: 400,
  body: {
    success: false,
    code: 'code_wrong',
    message: 'This code is wrong or has expired. Please check it or request a new one.',
  },
}

async function start() {
  const clinic = await startClinicWithCodes({ now: '2030-03-04T09:00:00+01:00' })
  const ngozi = await storeRegistered(clinic.pool, {
    clinicId: 'CLN-7',
    rawId: 'R-0012',
    title: 'mrs',
    middleName: 'ada',
    birthDate: '1990-03-05',
  })
  const sessions = async () => (await clinic.pool.query('SELECT * FROM sessions')).rows
  return { ...clinic, ngozi, sessions }
}

describe('a right code', () => {
  it('returns a token and the whole record', async () => {
    const clinic = await start()
    const { rawId, code } = await clinic.codeFor('ngozi.eze@example.com')
    const answer = await clinic.verify(rawId, code, { email: ' Ngozi.Eze@Example.com' })
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: 'Success!' } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { token, ...record } = answer.body.data as Record<string, unknown>
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(record).toEqual({
      id: clinic.ngozi.id,
      rawId: 'R-0012',
      emrId: 'CLN-7',
      displayName: 'Mrs Ngozi Eze Ada (R-0012)',
      title: 'mrs',
      firstName: 'ngozi',
      lastName: 'eze',
      middleName: 'ada',
      email: 'ngozi.eze@example.com',
      phoneNumber: '+2348031234567',
      gender: 'female',
      nationality: 'nigeria',
      birthDate: '1990-03-05',
      age: 39,
      address: '... Abuja',
      guardian: '',
      openAppointments: 0,
      openLimit: null,
    })
  })

  it('opens a session of half an hour, used or not, that reads the record and ends at sign-out', async () => {
    const clinic = await start()
    const session = async () => {
      const { rawId, code } = await clinic.codeFor('CLN-7')
      const { token } = (await clinic.verify(rawId, code)).body.data as { token: string }
      return { authorization: `Bearer ${token}` }
    }
    const get = (path: string, bearer: Record<string, string>) =>
      clinic.call('GET', `/api${path}`, undefined, bearer)

    const first = await session()
    expect(await get('/token/test', first)).toMatchObject({
      status: 200,
      body: { data: { kind: 'patient' } },
    })
    const record = await get('/patient', first)
    expect(record).toMatchObject({ status: 200, body: { data: { id: clinic.ngozi.id, age: 39 } } })
    expect(record.headers.get('cache-control')).toBe('no-store')
    expect(await clinic.call('POST', '/api/auth/logout', undefined, first)).toMatchObject({ status: 200 })
    expect(await get('/token/test', first)).toMatchObject({ status: 401 })

    const second = await session()
    clinic.pass(29 * 60)
    expect(await get('/patient', second)).toMatchObject({ status: 200 })
    clinic.pass(60)
    expect(await get('/patient', second)).toMatchObject({ status: 401 })
    expect(await get('/token/test', second)).toMatchObject({ status: 401 })
  })

  it('works once, also when it is sent from several places at the same moment', async () => {
    const clinic = await start()
    const { rawId, code } = await clinic.codeFor('0803 123 4567')
    const answers = await Promise.all(Array.from({ length: 4 }, () => clinic.verify(rawId, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    expect(await clinic.verify(rawId, code)).toMatchObject(wrong)
    expect(await clinic.sessions()).toHaveLength(1)
  })

  it('is valid for 180 seconds from the request, not from the sending', async () => {
    const clinic = await start()
    const [inTime, late] = [await clinic.codeFor('CLN-7'), await clinic.codeFor('CLN-7')]
    clinic.pass(179)
    expect(await clinic.verify(inTime.rawId, inTime.code)).toMatchObject({ status: 200 })
    clinic.pass(1)
    expect(await clinic.verify(late.rawId, late.code)).toMatchObject(wrong)
  })

  it('still works after a newer one was requested, as the mail may have been slow', async () => {
    const clinic = await start()
    const older = await clinic.codeFor('CLN-7')
    clinic.pass(45)
    const newer = await clinic.codeFor('CLN-7')
    expect(await clinic.verify(older.rawId, older.code)).toMatchObject({ status: 200 })
    expect(await clinic.verify(newer.rawId, newer.code)).toMatchObject({ status: 200 })
  })

  it('is refused for a record that was removed meanwhile', async () => {
    const clinic = await start()
    const { rawId, code } = await clinic.codeFor('CLN-7')
    await clinic.pool.query('DELETE FROM patients')
    expect(await clinic.verify(rawId, code)).toMatchObject(wrong)
  })
})

describe('a code', () => {
  it('of another challenge is wrong, even for the same contact', async () => {
    const clinic = await start()
    const [one, two] = [await clinic.codeFor('CLN-7'), await clinic.codeFor('CLN-7')]
    await setCode(clinic.pool, one.rawId, 111_111, clinic.clock.now)
    await setCode(clinic.pool, two.rawId, 222_222, clinic.clock.now)
    expect(await clinic.verify(one.rawId, 222_222)).toMatchObject(wrong)
    expect(await clinic.verify(two.rawId, 222_222)).toMatchObject({ status: 200 })
  })

  it('is wrong with a contact other than the requested one', async () => {
    const clinic = await start()
    const { rawId, code } = await clinic.codeFor('ngozi.eze@example.com')
    expect(await clinic.verify(rawId, code, { email: 'other@example.com' })).toMatchObject(wrong)
    expect(await clinic.verify(rawId, code, { phoneNumber: '0803 123 4567' })).toMatchObject(wrong)
    expect(await clinic.verify(rawId, code, { email: 'NGOZI.EZE@example.com' })).toMatchObject({
      status: 200,
    })
  })

  it('is wrong five times at most, and after that the right one is wrong too', async () => {
    const clinic = await start()
    const { rawId, code } = await clinic.codeFor('CLN-7')
    for (let n = 0; n < 4; n++) expect(await clinic.verify(rawId, otherThan(code))).toMatchObject(wrong)
    const again = await clinic.codeFor('CLN-7')
    expect(await clinic.verify(rawId, code)).toMatchObject({ status: 200 })
    for (let n = 0; n < 5; n++)
      expect(await clinic.verify(again.rawId, otherThan(again.code))).toMatchObject(wrong)
    expect(await clinic.verify(again.rawId, again.code)).toMatchObject(wrong)
  })

  it('can be guessed 300 times at once, and five guesses count', async () => {
    const clinic = await start()
    const { rawId, code } = await clinic.codeFor('CLN-7')
    const guesses = Array.from({ length: 300 }, (_, n) => 100_000 + n * 7).filter((guess) => guess !== code)
    const answers = await Promise.all(guesses.map((guess) => clinic.verify(rawId, guess)))
    // Some may get 'database busy'; none of them is a guess.
    expect(answers.filter(({ status }) => status !== 400 && status !== 503)).toEqual([])
    expect(await clinic.challenge(rawId)).toMatchObject({ tries: 5, used_at: null })
    expect(await clinic.verify(rawId, code)).toMatchObject(wrong)
    expect(await clinic.sessions()).toEqual([])
  })

  it('can be entered by one caller as often as all permitted codes need, made-up ones included', async () => {
    const oneTimeCodes = { perCallerPerHour: 2, perContactIn15Minutes: 3, smsPerDay: 10 }
    const clinic = await startClinicWithCodes({ limits: true, clinic: { oneTimeCodes } })
    const tryOne = (caller?: string) =>
      clinic.call('POST', '/api/verify-otp', { rawId: randomUUID(), code: 123_456 }, {}, caller)
    for (let n = 0; n < 10; n++) expect(await tryOne()).toMatchObject(wrong)
    expect(await tryOne()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(await tryOne('10.0.1.1')).toMatchObject(wrong)
  })

  it('that was never sent is answered like a wrong one: for an unknown contact or challenge', async () => {
    const clinic = await start()
    const nobody = await clinic.codeFor('nobody@example.com')
    expect(nobody.code).toBeNull()
    const none = '7d3a1f70-2f7c-4d59-8a4e-2f6f0e3f1a11'
    const tries = [await clinic.verify(nobody.rawId, 123_456), await clinic.verify(none, 123_456)]
    const known = await clinic.codeFor('CLN-7')
    tries.push(await clinic.verify(known.rawId, otherThan(known.code)))
    for (const answer of tries) expect(answer.body).toEqual(wrong.body)
    expect((await clinic.challenge(nobody.rawId)).tries).toBe(1)
  })

  it.each([
    ['letters', '12a456'],
    ['digits as a text', '123456'],
    ['a fraction', 123_456.5],
    ['more than any number', '1e999'],
  ])('may not be %s', async (_, code) => {
    const clinic = await start()
    const { rawId } = await clinic.codeFor('CLN-7')
    const body = code === '1e999' ? `{"rawId":"${rawId}","code":1e999}` : { rawId, code }
    expect(await clinic.call('POST', '/api/verify-otp', body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: { code: 'OTP must contain integers only!' } },
    })
    expect((await clinic.challenge(rawId)).tries).toBe(0)
  })

  it('has six digits and no leading zero, up to the last one', () => {
    const made = Array.from({ length: 2_000 }, makeCode)
    expect(made.every((code) => Number.isInteger(code) && code >= 100_000 && code <= 999_999)).toBe(true)
    expect(new Set(made.map((code) => Math.floor(code / 100_000))).size).toBe(9)
  })

  it('is stored as a hash alone', async () => {
    const clinic = await start()
    const { rawId, code } = await clinic.codeFor('CLN-7')
    expect(JSON.stringify(await clinic.challenge(rawId))).not.toContain(String(code))
    const { rows } = await clinic.pool.query('SELECT job::text AS row FROM pgboss.job')
    expect(JSON.stringify(rows)).not.toContain(String(code))
    expect(clinic.logged()).not.toContain(String(code))
  })
})

describe('the record of a patient', () => {
  it('cannot be read here by staff or the portal', async () => {
    const clinic = await start()
    const staff = await clinic.signedIn()
    expect(await clinic.call('GET', '/api/patient', undefined, staff.bearer)).toMatchObject({ status: 403 })
    expect(await clinic.call('GET', '/api/patient')).toMatchObject({ status: 403 })
  })
})
