import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGE_CODES } from '../../../domain/languages.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { startPatientSession } from '../../accounts/auth/sessions.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
beforeAll(async () => {
  clinic = await startClinic()
})
afterAll(() => clinic[Symbol.asyncDispose]())
beforeEach(async () => {
  await clinic.database.pool.query('TRUNCATE appointments, patients, idempotency_keys CASCADE')
})

const stored = async () =>
  (await clinic.database.pool.query('SELECT language FROM appointments')).rows.map(({ language }) => language)

describe('the language of a booking', () => {
  it.each(LANGUAGE_CODES)('is stored: %s', async (language) => {
    expect(await clinic.book({ language })).toMatchObject({ status: 201 })
    expect(await stored()).toEqual([language])
  })

  it.each([{}, { language: null }, { language: '' as const }])('is English for %j', async (more) => {
    expect(await clinic.book(more)).toMatchObject({ status: 201 })
    expect(await stored()).toEqual(['en'])
  })

  it.each(['es', 'de', 'ru', 'EN', 'xx', 7, ['rs']])(
    'is refused as %j, which is no language code',
    async (language) => {
      expect(await clinic.book({ language } as object)).toMatchObject({
        status: 400,
        body: { errors: { language: 'Please check this field.' } },
      })
      expect(await stored()).toEqual([])
    },
  )

  it('of a verified patient is stored as well', async () => {
    const { id } = await storeRegistered(clinic.database.pool)
    const token = await startPatientSession(clinic.database.pool, id, clinic.clock.now)
    expect(await clinic.book({ language: 'gr' }, { token })).toMatchObject({ status: 201 })
    expect(await stored()).toEqual(['gr'])
  })

  it('is documented in the API with every code', async () => {
    const { body } = await clinic.call('GET', '/api/openapi.json')
    const text = JSON.stringify((body.paths as Record<string, object>)['/appointments/book'])
    expect(text).toContain(`"enum":${JSON.stringify(LANGUAGE_CODES)}`)
  })
})

describe('the same Idempotency-Key', () => {
  it('with another language is another request, and absent and null mean the same', async () => {
    const key = randomUUID()
    const first = await clinic.book({ language: 'rs' }, { key })
    expect((await clinic.book({ language: 'rs' }, { key })).body).toEqual(first.body)
    for (const more of [{ language: 'it' as const }, {}, { language: null }]) {
      expect(await clinic.book(more, { key })).toMatchObject({ status: 409, body: { code: 'key_reused' } })
    }
    const other = randomUUID()
    const without = await clinic.book({ start_time: '11:00' }, { key: other })
    const asNull = await clinic.book({ start_time: '11:00', language: null }, { key: other })
    expect(asNull.body).toEqual(without.body)
  })

  it('from a page that knows no languages still works', async () => {
    // The fields of `validBooking` that were hashed before languages existed.
    const request = {
      firstName: 'Ada',
      lastName: 'Obi',
      email: 'ada.obi@example.com',
      phone: '0803 123 4567',
      age: 34,
      gender: 'female',
      nationality: 'nigeria',
      address: null,
      location: 'fct',
      appointmentType: 'consultation',
      serviceId: 'tooth-pain',
      serviceText: 'Tooth Pain',
      doctorId: null,
      date: '2030-03-05',
      time: '10:00',
      complaint: null,
    }
    const hash = createHash('sha256').update(JSON.stringify(request)).digest('base64url')
    const answer = { reference: 'ACDEFGHJ', appointment_date: '2030-03-05T10:00:00+01:00' }
    const key = randomUUID()
    await clinic.database.pool.query(
      'INSERT INTO idempotency_keys (key, request_hash, answer) VALUES ($1, $2, $3)',
      [key, hash, answer],
    )
    expect(await clinic.book({}, { key })).toMatchObject({ status: 201, body: { data: answer } })
    expect(await stored()).toEqual([])
  })
})
