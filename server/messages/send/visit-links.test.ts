import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { storeAppointment } from '../../../tests/support/jobs.ts'
import { mintVisitLink, visitLinkAddress, visitOfLink } from './visit-links.ts'

const clinic = { country: 'NG', timeZone: 'Africa/Lagos' }
const now = new Date('2030-03-01T08:00:00Z')
const NUMBER = '+2348031234567'
const ADDRESS = 'ada.secret@example.com'

let database: TestDatabase
let appointmentId: string
beforeEach(async () => {
  database = await testDatabase()
  appointmentId = await storeAppointment(database.pool, {})
  await database.pool.query(`UPDATE patients SET phone = '0803 123 4567'`)
})
afterEach(() => database.close())

const mint = (contactKey: string) =>
  mintVisitLink(database.pool, { appointmentId, messageId: randomUUID(), contactKey, now })
const open = (token: string, at = now) => visitOfLink(database.pool, token, { clinic, now: at })

describe('the link to an appointment', () => {
  it.each([
    ['mail', ADDRESS],
    ['SMS, to a number stored as typed,', NUMBER],
  ])('of a %s opens it', async (_what, contact) => {
    const token = await mint(contact)
    expect(token).toMatch(/^[\w-]{22}$/)
    expect(await open(token)).toBe(appointmentId)
  })

  it('is different in each message, and the table has neither tokens nor contacts', async () => {
    const tokens = [await mint(ADDRESS), await mint(ADDRESS)]
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) expect(await open(token)).toBe(appointmentId)
    const { rows } = await database.pool.query('SELECT visit_links::text AS row FROM visit_links')
    const stored = rows.map(({ row }) => row).join()
    for (const secret of [...tokens, ADDRESS, NUMBER]) expect(stored).not.toContain(secret)
  })

  it('opens nothing for a person who guesses', async () => {
    await mint(ADDRESS)
    for (const guess of ['', 'A'.repeat(22), 'A'.repeat(43), `${'A'.repeat(21)}\0`, '%']) {
      expect(await open(guess)).toBeNull()
    }
  })

  it('opens nothing once its contact is no longer the patient’s, whatever became of the other', async () => {
    const [mail, sms] = [await mint(ADDRESS), await mint(NUMBER)]
    await database.pool.query(`UPDATE patients SET phone = '', phone_e164 = '+2348031234567'`)
    expect([await open(mail), await open(sms)]).toEqual([appointmentId, appointmentId])
    await database.pool.query(`UPDATE patients SET email = 'new@example.com'`)
    expect([await open(mail), await open(sms)]).toEqual([null, appointmentId])
    await database.pool.query(`UPDATE patients SET phone_e164 = '+2348031234568'`)
    expect(await open(sms)).toBeNull()
  })

  it('belongs to the same contact in other capitals', async () => {
    const token = await mint(ADDRESS)
    await database.pool.query(`UPDATE patients SET email = 'Ada.Secret@Example.com'`)
    expect(await open(token)).toBe(appointmentId)
  })

  it('is valid to the end of the appointment’s day in the clinic, wherever it was moved to', async () => {
    const token = await mint(ADDRESS)
    expect(await open(token, new Date('2030-03-04T22:59:59Z'))).toBe(appointmentId)
    expect(await open(token, new Date('2030-03-04T23:00:00Z'))).toBeNull()
    await database.pool.query(
      `UPDATE appointments SET starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day'`,
    )
    expect(await open(token, new Date('2030-03-04T23:00:00Z'))).toBe(appointmentId)
  })

  it('stays when the appointment is cancelled, to say so', async () => {
    const token = await mint(ADDRESS)
    await database.pool.query(`UPDATE appointments SET status = 'cancelled'`)
    expect(await open(token)).toBe(appointmentId)
  })

  it('is short where letters cost', () => {
    expect(visitLinkAddress('https://book.example.com', 'abc', 'mail')).toBe(
      'https://book.example.com/visit#abc',
    )
    expect(visitLinkAddress('https://book.example.com', 'abc', 'sms')).toBe('https://book.example.com/v#abc')
  })
})
