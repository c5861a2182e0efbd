import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { withDatabase } from '../../../tests/support/copy-template.ts'
import { startServerProcess } from '../../../tests/support/server-process.ts'
import { migrate } from '../../operations/set-up/migrate.ts'
import { grantTo } from './grants.ts'

/** A database of one's own server, whose tables are of another user than the one that serves. */
async function twoRoles() {
  const name = `roles_${randomBytes(6).toString('hex')}`
  const [owner, serving] = [`${name}_owner`, `${name}_serving`]
  const superuser = new pg.Client({ connectionString: inject('superuserUrl') })
  await superuser.connect()
  for (const role of [owner, serving]) await superuser.query(`CREATE ROLE ${role} LOGIN PASSWORD 'of-a-test'`)
  await superuser.query(`CREATE DATABASE ${name} OWNER ${owner}`)
  onTestFinished(async () => {
    await superuser.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    for (const role of [owner, serving]) await superuser.query(`DROP ROLE ${role}`)
    await superuser.end()
  })
  const urlOf = (user: string) => {
    const url = new URL(withDatabase(inject('superuserUrl'), name))
    return Object.assign(url, { username: user, password: 'of-a-test' }).href
  }
  const poolOf = (user: string) => {
    const pool = new pg.Pool({ connectionString: urlOf(user), max: 2 })
    pool.on('error', () => {})
    onTestFinished(() => pool.end())
    return pool
  }
  return { owner, serving, urlOf, poolOf }
}

it('the server works with a role of its own, and cannot change the audit trail even on purpose', async () => {
  const { owner, serving, urlOf, poolOf } = await twoRoles()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enamel-roles-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await using server = startServerProcess({
    DATABASE_URL: urlOf(serving),
    DATABASE_OWNER_URL: urlOf(owner),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'a quiet heron at dawn',
  })
  const address = await server.address()
  const pool = poolOf(serving)
  const answer = await fetch(`${address}/api/auth/signin`, {
    method: 'POST',
    headers: { authorization: 'Bearer portal', 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'a quiet heron at dawn' }),
  })
  expect(answer.status).toBe(200)
  const { rows } = await pool.query('SELECT action FROM audit_log ORDER BY id')
  expect(rows).toEqual(['staff.added', 'alarm.new_admin', 'staff.signed_in'].map((action) => ({ action })))
  for (const sql of [
    'DELETE FROM audit_log',
    `UPDATE audit_log SET action = 'x'`,
    'TRUNCATE audit_log',
    'ALTER TABLE audit_log DISABLE TRIGGER ALL',
    'DROP TRIGGER audit_log_rows ON audit_log',
    'DROP TABLE audit_log',
    `SET enamel.audit_retention = 'on'; DELETE FROM audit_log`,
  ]) {
    await expect(pool.query(sql), sql).rejects.toMatchObject({ code: '42501' })
  }
  await pool.query(
    `INSERT INTO audit_log (at, action, subject_kind, subject_id) VALUES (now() - interval '1 year', 'old', 'x', 'x')`,
  )
  const retired = await pool.query(`SELECT audit_log_retire(now() - interval '2 months', 10) AS deleted`)
  expect(retired.rows).toEqual([{ deleted: 1 }])
  expect(server.output()).not.toContain('permission denied')
})

it('the server refuses to run where its role owns the tables, and names the remedy', async () => {
  const { owner, serving, poolOf } = await twoRoles()
  await poolOf(owner)
    .query(`GRANT CREATE ON SCHEMA public TO ${serving}`)
    .catch(() => {})
  await migrate(poolOf(owner), clinic)
  await expect(grantTo(poolOf(serving), owner)).rejects.toThrow(
    `REASSIGN OWNED BY "${owner}" TO "${serving}"`,
  )
})
