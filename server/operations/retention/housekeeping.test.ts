import { expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { storeStaff } from '../../../tests/support/staff.ts'
import { housekeeping } from './housekeeping.ts'

it('housekeeping deletes answers older than a day, in any number, and keeps the others', async () => {
  await using database = await testDatabase()
  await database.pool.query(
    `INSERT INTO idempotency_keys (key, request_hash, answer, created_at)
     SELECT 'old-' || n, '', '{}'::jsonb, now() - interval '24 hours 1 minute' FROM generate_series(1, 10001) n
     UNION ALL SELECT 'young', '', '{}', now() - interval '23 hours 59 minutes'`,
  )
  await Promise.all([housekeeping(database.pool), housekeeping(database.pool)])
  const { rows } = await database.pool.query('SELECT key FROM idempotency_keys')
  expect(rows).toEqual([{ key: 'young' }])
})

it.each([
  {
    table: 'sessions',
    insert: `INSERT INTO sessions (token_hash, staff_id, created_at, expires_at)
             SELECT name, (SELECT id FROM staff), now() - interval '12 hours', now() + late FROM sample`,
    over: '-1 minute',
    kept: '1 minute',
  },
  {
    table: 'rate_limits',
    insert: `INSERT INTO rate_limits (key, points, expire)
             SELECT name, 1, extract(epoch FROM now() + late) * 1000 FROM sample`,
    over: '-1 minute',
    kept: '1 minute',
  },
  {
    table: 'oidc_sign_ins',
    insert: `INSERT INTO oidc_sign_ins (state_hash, nonce, code_verifier, secret_hash, expires_at)
             SELECT name, '', '', '', now() + late FROM sample`,
    over: '-1 minute',
    kept: '1 minute',
  },
  {
    table: 'password_resets',
    insert: `INSERT INTO password_resets (id, email_key, created_at, expires_at)
             SELECT gen_random_uuid(), name, now() - interval '2 days', now() + late FROM sample`,
    over: '-25 hours',
    kept: '-23 hours',
  },
  {
    table: 'challenges',
    insert: `INSERT INTO challenges (id, kind, contact_key, patient_id, created_at, expires_at)
             SELECT gen_random_uuid(), 'code', name, gen_random_uuid(), now() - interval '2 days', now() + late FROM sample`,
    over: '-25 hours',
    kept: '-23 hours',
  },
  {
    table: 'invitations',
    insert: `INSERT INTO invitations (id, email, email_key, surname, other_names, type, created_at, expires_at)
             SELECT gen_random_uuid(), name, name, '', '', 'staff', now() - interval '60 days', now() + late FROM sample`,
    over: '-31 days',
    kept: '-29 days',
  },
  {
    table: 'invitations',
    insert: `INSERT INTO invitations (id, email, email_key, surname, other_names, type, created_at, expires_at, used_at)
             SELECT gen_random_uuid(), name, name, '', '', 'staff', now() - interval '60 days',
                    now() - interval '40 days', now() + late FROM sample`,
    over: '-31 days',
    kept: '-29 days',
  },
  {
    table: 'visit_links',
    insert: `, person AS (INSERT INTO patients (id, first_name, last_name, email, phone, email_key, address)
               VALUES (gen_random_uuid(), '', '', '', '', '', '') RETURNING id),
             visit AS (INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
                 appointment_type, starts_at, ends_at, status, complaint)
               SELECT gen_random_uuid(), sample.name, person.id, 'fct-okafor', false, 'fct', '', 'consultation', now() + late,
                 now() + late + interval '30 minutes', 'open', '' FROM sample, person RETURNING id, reference)
             INSERT INTO visit_links (token_hash, appointment_id, message_id, contact_key, created_at)
             SELECT reference, id, gen_random_uuid(), '', now() FROM visit`,
    over: '-49 hours',
    kept: '-47 hours',
  },
  {
    table: 'devices',
    insert: `INSERT INTO devices (id, name, token_hash, state, registered_at, ended_at)
             SELECT gen_random_uuid(), name, name, 'revoked', now() - interval '90 days', now() + late FROM sample`,
    over: '-31 days',
    kept: '-29 days',
  },
])(
  'housekeeping deletes from $table what is over ($over) and keeps the rest ($kept)',
  async ({ table, ...row }) => {
    await using database = await testDatabase()
    await storeStaff(database.pool)
    const values = `WITH sample (name, late) AS (VALUES ('over', interval '${row.over}'), ('kept', interval '${row.kept}'))`
    await database.pool.query(`${values} ${row.insert}`)
    await housekeeping(database.pool)
    const { rows } = await database.pool.query(`SELECT * FROM ${table}`)
    expect(rows).toHaveLength(1)
    expect(Object.values(rows[0])).toContain('kept')
  },
)
