import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { emptyDatabase as newDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { optOut } from '../../messages/opt-outs/opt-outs.ts'
import { runBackupCommand } from './backup-command.ts'
import { backupName } from './backup-file.ts'
import { storedTables } from './tables.ts'

const NOW = new Date('2030-03-04T06:00:00Z')

/** Every character with a meaning for COPY, JSON or line reading. */
export const AWKWARD =
  'tab\t newline\n return\r backslash\\ dot \\. \\N "quotes" \'single\' \b\f\v Adébáyọ̀ 👩🏽‍⚕️ \u2028 {"a":1} -- enamel-backup'

export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'enamel-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await newDatabase()
  onTestFinished(database.close)
  return database
}

/** @returns its path */
export async function backedUp(databaseUrl: string, pool: pg.Pool, folder: string): Promise<string> {
  const surroundings = { databaseUrl, pool, dataDir: folder, now: NOW, say: () => {}, output: process.stdout }
  await runBackupCommand({ folder, keep: undefined, stdout: false }, surroundings)
  return path.join(folder, backupName(NOW))
}

/** Rows by table, as JSON without generated columns. */
export async function contents(pool: pg.Pool): Promise<Record<string, unknown[]>> {
  const client = await pool.connect()
  try {
    const found: Record<string, unknown[]> = {}
    for (const { name, key } of await storedTables(client)) {
      const { rows } = await client.query(
        `SELECT to_jsonb(t) AS row FROM ${name} t ORDER BY ${key.join(', ')}`,
      )
      found[name] = rows.map(({ row }) => row)
    }
    return found
  } finally {
    client.release()
  }
}

/** At least one row per table, with awkward values in every column. */
export async function fillEveryTable(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const [patient, staff] = [randomUUID(), randomUUID()]
  const run = (text: string, values: unknown[] = []) => pool.query(text, values)
  await run(
    `INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address, gender, birth_date, clinic_id, created_at)
     VALUES ($1, $2, '', '', '', '', $2, '', '0044-03-15 BC', 'C1', '294000-01-01'),
            (gen_random_uuid(), 'Ada', E'\\\\N', 'a@example.com', 'a@example.com', '1', '\\N', NULL, '5874897-12-31', NULL, '-infinity')`,
    [patient, AWKWARD],
  )
  await run(
    `INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
       appointment_type, tariff, starts_at, ends_at, complaint, cancel_reason)
     SELECT gen_random_uuid(), 'R' || i, $1, 'fct-okafor', true, 'fct', $2, 'consultation', 9999999999.99,
            timestamptz '2030-03-05 08:00:00.123456+00' + i * interval '1 hour',
            timestamptz '2030-03-05 08:30:00.123456+00' + i * interval '1 hour', $2, CASE i WHEN 0 THEN NULL ELSE '' END
     FROM generate_series(0, 2) AS i`,
    [patient, AWKWARD],
  )
  await run(
    `INSERT INTO webhooks (url, secret, created_at, off_as, off_at) VALUES ($1, '\\x00ff', now(), 'by_hand', 'infinity')`,
    [AWKWARD],
  )
  // Sent once: nothing restored is sent again.
  await run(`UPDATE appointments SET status = 'confirmed' WHERE reference = 'R0'`)
  await run(
    `INSERT INTO staff (id, username, email, email_key, surname, other_names, type, password_hash)
     VALUES ($1, 'ada', 'a@example.com', 'a@example.com', $2, '', 'admin', NULL)`,
    [staff, AWKWARD],
  )
  for (const action of ['staff.added', 'backup.test']) {
    await run(
      `INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, details) VALUES ($1, $2, 'staff', '1', $3)`,
      [staff, action, JSON.stringify({ text: AWKWARD, none: null, number: 1e300 })],
    )
  }
  await run(
    `INSERT INTO devices (id, name, token_hash, registered_by, registered_at) VALUES (gen_random_uuid(), $2, 'h', $1, now())`,
    [staff, AWKWARD],
  )
  await run(
    `INSERT INTO staff_factors (id, staff_id, kind, name, secret, last_step, created_at)
     VALUES (gen_random_uuid(), $1, 'totp', $2, '\\x00ff', 57, now())`,
    [staff, AWKWARD],
  )
  await run(`INSERT INTO recovery_codes (code_hash, staff_id) VALUES ('hash', $1)`, [staff])
  await run(
    `INSERT INTO invitations (id, email, email_key, surname, other_names, type, invited_by, created_at, expires_at)
     VALUES (gen_random_uuid(), 'b@example.com', 'b@example.com', $2, '', 'staff', $1, now(), 'infinity')`,
    [staff, AWKWARD],
  )
  await run(
    `INSERT INTO blockers (id, description, type, recurring_days, recurring_dates)
     VALUES (gen_random_uuid(), $1, 'Weekly', '{0,6}', '{}')`,
    [AWKWARD],
  )
  await run(`INSERT INTO idempotency_keys (key, request_hash, answer) VALUES ($1, 'h', $2)`, [
    AWKWARD,
    JSON.stringify([AWKWARD, null]),
  ])
  await run(`INSERT INTO erased_clinic_ids VALUES ('hash', now())`)
  await run(`
    INSERT INTO pgboss.job (name, data, state, retry_limit, retry_count, started_on) VALUES
      ('confirmation-mail', '{"appointmentId":"waiting"}', 'created', 200, 0, NULL),
      ('confirmation-mail', '{"appointmentId":"at work"}', 'active', 200, 3, now()),
      ('cancellation-mail', '{"kind":"cancellation","appointmentId":"again"}', 'retry', 200, 1, now()),
      ('account-mail', '{"kind":"invitation","subjectId":"later"}', 'created', 100, 0, NULL),
      ('account-mail', '{"kind":"password_reset","subjectId":"over"}', 'created', 18, 0, NULL),
      ('account-mail', '{"kind":"factor_code","subjectId":"over"}', 'created', 18, 0, NULL),
      ('one-time-code', '{"challengeId":"over"}', 'created', 30, 0, NULL),
      ('confirmation-mail', '{"appointmentId":"sent"}', 'completed', 200, 0, now())`)
  // Not part of backups.
  await run(
    `INSERT INTO sessions (token_hash, staff_id, created_at, expires_at) VALUES ('token', $1, now(), 'infinity')`,
    [staff],
  )
  await run(
    `INSERT INTO todos (kind, appointment_id) SELECT 'cancellation_not_sent', id FROM appointments LIMIT 1`,
  )
  await optOut(pool, 'ada@example.com', new Date())
  await run(
    `INSERT INTO messages (id, appointment_id, kind, step, channel, to_key, starts_at, version, due_at, state, settled_at)
     SELECT gen_random_uuid(), id, 'reminder', '48h', 'sms', '+2348031234567', starts_at, version, now(), 'sent', now()
     FROM appointments LIMIT 1`,
  )
  await pool.query(
    `INSERT INTO visit_links (token_hash, appointment_id, message_id, contact_key, created_at)
     SELECT 'hash', id, gen_random_uuid(), 'hash', now() FROM appointments LIMIT 1`,
  )
  await run(
    `INSERT INTO waiting_entries (appointment_id, patient_id, location, minutes, doctor_id, from_day, to_day, weekdays, language, created_at)
     SELECT id, patient_id, $1, 30, doctor_id, '2030-03-04', '2030-03-08', '{1,2}', 'en', now() FROM appointments LIMIT 1`,
    [AWKWARD],
  )
  await run(
    `INSERT INTO recalls (appointment_id, months, due_on, created_at)
     SELECT id, 6, '2030-09-04', now() FROM appointments LIMIT 1`,
  )
  await run(
    `INSERT INTO freed_times (location, doctor_id, starts_at, ends_at, freed_by)
     SELECT $1, doctor_id, starts_at, ends_at, id FROM appointments LIMIT 1`,
    [AWKWARD],
  )
  await run(
    `INSERT INTO imported_visits (key, visit_id, said, version, import_id)
     SELECT $1, id, $1, version, gen_random_uuid() FROM appointments LIMIT 1`,
    [AWKWARD],
  )
  await run(
    `INSERT INTO offers (id, entry_id, freed_id, location, doctor_id, starts_at, ends_at, created_at, good_until)
     SELECT gen_random_uuid(), e.id, f.id, f.location, f.doctor_id, f.starts_at, f.ends_at, now(), 'infinity'
     FROM waiting_entries e, freed_times f`,
  )
  await run(
    `INSERT INTO patient_notes (patient_id, text, written_at, written_by) SELECT id, $1, now(), $2 FROM patients LIMIT 1`,
    [AWKWARD, staff],
  )
  // Before the record it is merged with.
  await run(
    `INSERT INTO patients (id, first_name, last_name, email, phone, email_key, address, joined_to)
     SELECT '00000000-0000-4000-8000-000000000001', 'V', 'V', '', '', '', '', id FROM patients LIMIT 1`,
  )
  await run(`INSERT INTO secrets (name, value) VALUES ('proofs', 'a key')`)
  await run(`INSERT INTO spent_proofs VALUES ('spent', now())`)
  await run(`INSERT INTO incoming_sms VALUES ('twilio', 'SM1', 'a hash', now(), 'confirmed', NULL, NULL)`)
  await run(`INSERT INTO known_devices VALUES ('browser', $1, now(), now(), 'infinity')`, [staff])
  await run(
    `INSERT INTO calendar_feeds (token_hash, location, locations, names, made_by, made_at) VALUES ('feed', 'fct', '{fct}', true, $1, now())`,
    [staff],
  )
  await run(`INSERT INTO overview_days VALUES ('2030-03-04', 'Africa/Lagos')`)
  await run(`INSERT INTO overview_doctors VALUES ('2030-03-04', 'amaka-okafor', 'fct', 30, 0, '{}')`)
  await run(`INSERT INTO overview_counts VALUES ('2030-03-04', 'fct', 'channel', 'web', 1, 0, 0)`)
  // Removes the notes of the rows above, so that there is one here, as in the other tables.
  await run(`DELETE FROM overview_changes`)
  await run(`INSERT INTO overview_changes VALUES (now())`)
  await run(
    `INSERT INTO api_keys (id, name, key_hash, scopes, made_by, made_at) VALUES (gen_random_uuid(), 'Reports', 'key', '{fhir.read}', $1, now())`,
    [staff],
  )
  await run(
    `INSERT INTO device_people (device_id, staff_id, signed_in_at, added_at) SELECT id, $1, now(), now() FROM devices`,
    [staff],
  )
  await run(`INSERT INTO rate_limits VALUES ('somebody', 1, 1)`)
  await run(
    `INSERT INTO factor_steps (id, token_hash, purpose, staff_id, signs_in, proven, expires_at)
     VALUES (gen_random_uuid(), 't', 'verify', $1, true, false, 'infinity')`,
    [staff],
  )
  await run(`INSERT INTO retention_runs (last_at) VALUES (now())`)
  await run(`INSERT INTO oidc_sign_ins (state_hash, nonce, code_verifier, secret_hash, expires_at)
             VALUES ('s', 'n', 'v', 'h', 'infinity')`)
  await run(`INSERT INTO password_resets (id, email_key, created_at, expires_at)
             VALUES (gen_random_uuid(), 'a@example.com', now(), 'infinity')`)
  await run(
    `INSERT INTO challenges (id, kind, contact_key, patient_id, created_at, expires_at)
             VALUES (gen_random_uuid(), 'code', 'email:a@example.com', $1, now(), 'infinity')`,
    [patient],
  )
}
