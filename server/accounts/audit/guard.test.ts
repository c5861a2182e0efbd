import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { storeStaff } from '../../../tests/support/staff.ts'
import { audit } from './audit.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await audit(database.pool, { staffId: null, action: 'todo.done', subject: { kind: 'x', id: '1' } })
})
afterAll(() => database.close())

const actions = async () => (await database.pool.query('SELECT action FROM audit_log ORDER BY id')).rows

describe('the audit trail', () => {
  // On main before the guard, each of these went through.
  it.each([
    ['a change', `UPDATE audit_log SET action = 'nothing'`],
    ['a deletion', 'DELETE FROM audit_log'],
    ['emptying', 'TRUNCATE audit_log'],
    ['emptying by way of another table', 'TRUNCATE staff, audit_log CASCADE'],
    [
      'a change by inserting',
      `INSERT INTO audit_log (action, subject_kind, subject_id, once)
      VALUES ('x', 'x', 'x', 'x') ON CONFLICT (once) WHERE once IS NOT NULL DO UPDATE SET action = 'nothing'`,
    ],
  ])('refuses %s', async (_, sql) => {
    await database.pool.query(
      `INSERT INTO audit_log (action, subject_kind, subject_id, once) VALUES ('x.once', 'x', '2', 'x')
       ON CONFLICT DO NOTHING`,
    )
    const before = await actions()
    await expect(database.pool.query(sql)).rejects.toMatchObject({
      code: '42501',
      message: expect.stringContaining('only added to'),
    })
    expect(await actions()).toEqual(before)
  })

  it('keeps every entry of the last four weeks, whatever retention is asked to delete', async () => {
    await expect(
      database.pool.query(`SELECT audit_log_retire(now() - interval '27 days', 100)`),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('is guarded again after retention, in the same transaction too', async () => {
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(
        `INSERT INTO audit_log (at, action, subject_kind, subject_id) VALUES (now() - interval '60 days', 'x.old', 'x', '3')`,
      )
      await client.query(`SELECT audit_log_retire(now() - interval '59 days', 100)`)
      await expect(client.query('DELETE FROM audit_log')).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  it('keeps the person’s name, whatever becomes of the account', async () => {
    const { id: staffId } = await storeStaff(database.pool, { username: 'gone' })
    await audit(database.pool, { staffId, action: 'todo.reopened', subject: { kind: 'x', id: '4' } })
    await database.pool.query('DELETE FROM staff WHERE id = $1', [staffId])
    const left = await database.pool.query(`SELECT staff_id FROM audit_log WHERE action = 'todo.reopened'`)
    expect(left.rows).toEqual([{ staff_id: staffId }])
  })
})
