import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Retention } from '../../../domain/clinic.ts'
import { ERASED_PATIENT_ID } from '../../../domain/nobody.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { storeAppointment } from '../../../tests/support/jobs.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { earlierClock, retire, retireOnSteadyClock } from './retention.ts'
import { noteRun } from './steady-clock-run.ts'

const NOW = new Date('2030-03-31T12:00:00Z')
const FOR_EVER: Retention = { visitorsMonths: null, registeredMonths: null, auditMonths: null }

async function start() {
  const clinic = await startClinic()
  onTestFinished(() => clinic[Symbol.asyncDispose]())
  const { pool } = clinic.database
  const folder = await mkdtemp(path.join(tmpdir(), 'enamel-retention-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const outbox = path.join(folder, 'outbox')
  return {
    pool,
    outbox,
    retire: (retention: Partial<Retention>) =>
      retire({ pool, retention: { ...FOR_EVER, ...retention }, outbox, now: NOW }),
    appointment: (startsAt: string) => storeAppointment(pool, { startsAt: new Date(startsAt) }),
    isNobodys: async (id: string) =>
      (
        await pool.query('SELECT patient_id = $2 AS is FROM appointments WHERE id = $1', [
          id,
          ERASED_PATIENT_ID,
        ])
      ).rows[0].is,
    count: async (from: string) => (await pool.query(`SELECT count(*)::int AS n FROM ${from}`)).rows[0].n,
  }
}

it('retention erases visitors from appointments older than the clinic’s limit, and keeps the others', async () => {
  const clinic = await start()
  // One month before 31 March is 28 February.
  const [over, kept] = [
    await clinic.appointment('2030-02-28T11:30:00Z'),
    await clinic.appointment('2030-02-28T12:00:00Z'),
  ]
  await clinic.retire({})
  await clinic.retire({ registeredMonths: 1 })
  expect(await clinic.isNobodys(over)).toBe(false)
  await clinic.retire({ visitorsMonths: 1 })
  expect([await clinic.isNobodys(over), await clinic.isNobodys(kept)]).toEqual([true, false])
  expect(await clinic.count('patients')).toBe(2)
  const { rows } = await clinic.pool.query(
    `SELECT row_to_json(a)::text || row_to_json(p)::text AS text FROM appointments a JOIN patients p ON p.id = a.patient_id
     WHERE a.id = $1`,
    [over],
  )
  expect(rows[0].text).not.toMatch(/secret|0803/)
  expect((await clinic.pool.query('SELECT action, subject_id, details FROM audit_log')).rows).toEqual([
    {
      action: 'appointments.anonymised',
      subject_id: 'visitors',
      details: { by: 'retention', appointments: 1, before: '2030-02-28T12:00:00.000Z' },
    },
  ])
})

it('retention keeps the record of a registered patient, and removes old appointments from it', async () => {
  const clinic = await start()
  const { id: patientId } = await storeRegistered(clinic.pool)
  const [over, kept] = [
    await clinic.appointment('2029-03-31T11:00:00Z'),
    await clinic.appointment('2030-03-30T12:00:00Z'),
  ]
  await clinic.pool.query('UPDATE appointments SET patient_id = $1', [patientId])
  const { id: onlyThen } = await storeRegistered(clinic.pool)
  await clinic.pool.query('UPDATE appointments SET patient_id = $1 WHERE id = $2', [onlyThen, over])
  await clinic.pool.query('DELETE FROM patients WHERE NOT verified')
  await clinic.retire({ visitorsMonths: 1 })
  expect(await clinic.isNobodys(over)).toBe(false)
  await clinic.retire({ registeredMonths: 12 })
  expect([await clinic.isNobodys(over), await clinic.isNobodys(kept)]).toEqual([true, false])
  expect(await clinic.count('patients WHERE verified')).toBe(2)
})

it('retention takes any number, in several processes at once, each of them once', async () => {
  const clinic = await start()
  await clinic.pool.query(
    `WITH people AS (
       INSERT INTO patients (id, first_name, last_name, email, phone, email_key, address)
       SELECT gen_random_uuid(), 'Ada', 'Obi', 'a@example.com', '', 'a@example.com', '' FROM generate_series(1, 1201)
       RETURNING id
     ) INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
         appointment_type, starts_at, ends_at)
       SELECT gen_random_uuid(), 'old-' || n, id, 'fct-okafor', true, 'fct', 'Tooth Pain', 'consultation',
         '2020-01-01'::timestamptz + n * interval '1 hour', '2020-01-01'::timestamptz + n * interval '1 hour' + interval '30 minutes'
       FROM (SELECT id, row_number() OVER () AS n FROM people) AS people`,
  )
  await Promise.all([clinic.retire({ visitorsMonths: 12 }), clinic.retire({ visitorsMonths: 12 })])
  await clinic.retire({ visitorsMonths: 12 })
  expect(await clinic.count(`appointments WHERE patient_id = '${ERASED_PATIENT_ID}' AND version = 2`)).toBe(
    1201,
  )
  expect(await clinic.count('patients')).toBe(1)
  expect(
    (await clinic.pool.query(`SELECT sum((details ->> 'appointments')::int)::int AS n FROM audit_log`)).rows,
  ).toEqual([{ n: 1201 }])
})

it('retention deletes old entries of the audit trail by the dedicated function', async () => {
  const clinic = await start()
  await clinic.pool.query(
    `INSERT INTO audit_log (at, action, subject_kind, subject_id)
     SELECT '2020-01-31T11:59:00Z'::timestamptz, 'old', 'x', 'x' FROM generate_series(1, 5001)
     UNION ALL SELECT '2020-01-31T12:00:00Z', 'kept', 'x', 'x'`,
  )
  await clinic.retire({ auditMonths: 122 })
  const { rows } = await clinic.pool.query(
    `SELECT action, (details ->> 'entries')::int AS entries FROM audit_log ORDER BY id`,
  )
  expect(rows).toEqual([
    { action: 'kept', entries: null },
    { action: 'audit.retired', entries: 5_000 },
    { action: 'audit.retired', entries: 1 },
  ])
})

it('retention deletes old messages of the outbox', async () => {
  const clinic = await start()
  await mkdir(clinic.outbox)
  for (const file of ['2030-02-28T11-59-59.000Z_a.eml', '2030-02-28T12-00-01.000Z_b.eml', 'notes.txt']) {
    await writeFile(path.join(clinic.outbox, file), '')
  }
  await clinic.retire({ auditMonths: 122 })
  expect(await readdir(clinic.outbox)).toHaveLength(3)
  await clinic.retire({ visitorsMonths: 1 })
  expect((await readdir(clinic.outbox)).sort()).toEqual(['2030-02-28T12-00-01.000Z_b.eml', 'notes.txt'])
})

it('retention uses the earlier of two clocks, as a deletion by a fast clock cannot be undone', async () => {
  const { pool } = await start()
  const [past, future] = [new Date('2020-01-31T12:00:00Z'), new Date('2130-01-31T12:00:00Z')]
  expect(await earlierClock(pool, past)).toEqual(past)
  expect((await earlierClock(pool, future)).getTime()).toBeLessThan(future.getTime())
})

it('retention erases nothing after a jump of the clock, and says so', async () => {
  const { pool, outbox, appointment, isNobodys } = await start()
  const errors: string[] = []
  const run = () =>
    retireOnSteadyClock({
      pool,
      outbox,
      retention: { ...FOR_EVER, visitorsMonths: 1 },
      now: new Date(),
      log: { error: (message: unknown) => void errors.push(String(message)) },
    })
  const old = await appointment('2020-01-10T12:00:00Z')
  await noteRun(pool, new Date('2020-01-11T12:00:00Z'))
  await run()
  expect(await isNobodys(old)).toBe(false)
  expect(errors).toEqual([expect.stringContaining('the clock has jumped')])

  await pool.query('DELETE FROM retention_runs')
  await run()
  expect(await isNobodys(old)).toBe(true)
  expect(errors).toHaveLength(1)
})
