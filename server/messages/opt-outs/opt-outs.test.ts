import { expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { forgetOrphanedOptOuts, isOptedOut, optIn, optOut, optOutsOf } from './opt-outs.ts'

const now = new Date('2030-03-04T06:00:00Z')

it('an opt-out applies to a contact in any spelling of the address', async () => {
  await using database = await testDatabase()
  const { pool } = database
  expect(await isOptedOut(pool, 'ada@example.com')).toBe(false)
  expect(await optOut(pool, ' Ada@Example.com', now)).toBe(true)
  expect(await optOut(pool, 'ada@example.com', new Date())).toBe(false)
  expect(await optOut(pool, '+2348065550199', now)).toBe(true)
  expect(await isOptedOut(pool, 'ADA@example.com')).toBe(true)
  expect(await isOptedOut(pool, '+2348065550199')).toBe(true)
  expect(await isOptedOut(pool, '+2348065550198')).toBe(false)
  const { rows } = await pool.query('SELECT * FROM contact_opt_outs ORDER BY key')
  expect(rows).toEqual([
    { key: '+2348065550199', kind: 'reminders', channel: 'sms', at: now },
    { key: 'ada@example.com', kind: 'reminders', channel: 'email', at: now },
  ])
  const of = (email: string, phone: string) => optOutsOf(pool, { email, phone, phoneE164: null }, 'NG')
  expect(await of('Ada@example.com', '0806 555 0199')).toEqual(['email', 'sms'])
  expect(await of('', '08065550199')).toEqual(['sms'])
  expect(await of('', '')).toEqual([])

  expect(await optIn(pool, 'ADA@example.com')).toBe(true)
  expect(await optIn(pool, 'ada@example.com')).toBe(false)
  expect(await isOptedOut(pool, 'ada@example.com')).toBe(false)
})

it('an opt-out is deleted with the last record of the contact', async () => {
  await using database = await testDatabase()
  const { pool } = database
  const family = { email: 'Family@example.com', phone: '+2348065550111' }
  const ada = await storeRegistered(pool, { clinicId: 'PM-1', firstName: 'Ada', lastName: 'Obi', ...family })
  const chidi = await storeRegistered(pool, {
    clinicId: 'PM-2',
    firstName: 'Chidi',
    lastName: 'Obi',
    ...family,
  })
  // As a registered patient fills them in, who had none.
  await pool.query(
    `UPDATE patients SET email = 'Own@example.com ', email_key = '', phone = '0806 555 0777', phone_e164 = NULL WHERE id = $1`,
    [chidi.id],
  )
  const keys = ['family@example.com', '+2348065550111', 'own@example.com', '+2348065550777']
  for (const key of [...keys, 'gone@example.com', '+2348065550333']) await optOut(pool, key, now)
  const left = async () => {
    await forgetOrphanedOptOuts(pool)
    return (await pool.query('SELECT key FROM contact_opt_outs')).rows.map(({ key }) => key).sort()
  }
  expect(await left()).toEqual([...keys].sort())
  await pool.query('DELETE FROM patients WHERE id = $1', [ada.id])
  expect(await left()).toEqual(['+2348065550777', 'own@example.com'])
  await pool.query('DELETE FROM patients')
  expect(await left()).toEqual([])
})
