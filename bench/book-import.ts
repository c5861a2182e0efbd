import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import clinicConfig from '../clinic.config.ts'
import { addDays, clinicDate } from '../domain/clinic-time.ts'
import { slotTimes } from '../domain/slots.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/index.ts'
import { migrate } from '../server/db/migrate.ts'
import { barePool } from './support/bare-pool.ts'
import { type Bench, count, type Report, table } from './support/report.ts'

const VISITS = 100_000
const LIMIT_SECONDS = 60
const MINUTES = 10
const BATCH = 1_000

export const bookImportBench: Bench = {
  title: "The import of a clinic's present book",
  what:
    `\`npm run appointments -- import\` of ${count(VISITS)} visits to come, each of a new patient with phone and address, full days of ` +
    `${clinicConfig.doctors.length} doctors, into a PostgreSQL that syncs every commit to disk; as CSV and as a calendar: checked, ` +
    'imported, imported again. Beside it the same rows alone, a thousand to a transaction, into the same two tables with their indexes.',
  async run() {
    const folder = await mkdtemp(path.join(tmpdir(), 'enamel-book-'))
    // As root the database runs as another user, who must get in.
    await chmod(folder, 0o755)
    const postgres = await startEmbeddedPostgres({ dataDir: folder, log: pino({ level: 'error' }) })
    try {
      const pool = barePool(postgres.url, 1)
      await migrate(pool, clinicConfig)
      await pool.end()
      return await measure(postgres.url, folder)
    } finally {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

type Run = { seconds: number; megabytes: number; first: string }

async function measure(databaseUrl: string, folder: string): Promise<Report> {
  const csv = path.join(folder, 'book.csv')
  const ics = path.join(folder, 'book.ics')
  const visits = fullDays()
  await writeFile(csv, csvOf(visits))
  await writeFile(ics, icsOf(visits))
  const size = (await stat(csv)).size / 1024 ** 2
  const runs = {
    'checked (`--dry-run`)': await importing(databaseUrl, csv, '--dry-run'),
    'the calendar checked': await importing(databaseUrl, ics, '--dry-run'),
    imported: await importing(databaseUrl, csv),
    'imported again': await importing(databaseUrl, csv),
  }
  const bare = await bareRows(databaseUrl)
  const { imported } = runs
  return {
    findings: [
      {
        asked: `${count(VISITS)} visits in under ${LIMIT_SECONDS} s`,
        reached: `${imported.seconds.toFixed(1)} s, ${(imported.seconds / bare).toFixed(1)} times the bare rows`,
        holds: imported.seconds < LIMIT_SECONDS,
      },
    ],
    tables: [
      table(
        ['', 'seconds', 'most memory', 'it says'],
        [
          ...Object.entries(runs).map(([name, { seconds, megabytes, first }]) => [
            name,
            seconds.toFixed(1),
            `${Math.round(megabytes)} MB`,
            first,
          ]),
          ['the same rows alone', bare.toFixed(1), '', ''],
        ],
      ),
      `The CSV file has ${size.toFixed(1)} MB.`,
    ],
  }
}

type Visit = { reference: string; doctor: string; date: string; time: string; name: string; phone: string }

/** From tomorrow on, one after the other. */
function fullDays(): Visit[] {
  const visits: Visit[] = []
  let date = clinicDate(new Date(), clinicConfig.timeZone)
  while (visits.length < VISITS) {
    date = addDays(date, 1)
    for (const doctor of clinicConfig.doctors) {
      const location = clinicConfig.locations.find(({ code }) => code === doctor.location)
      const times = location
        ? slotTimes(location.openingHours, date, clinicConfig.timeZone, { minutes: MINUTES, step: MINUTES })
        : []
      for (const time of times) {
        const i = visits.length
        // Names have letters alone.
        const name = `Ada${String(i).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`
        visits.push({
          reference: `R-${i}`,
          doctor: doctor.id,
          date,
          time,
          name,
          phone: `080${30_000_000 + i}`,
        })
      }
    }
  }
  return visits.slice(0, VISITS)
}

const csvOf = (visits: readonly Visit[]) =>
  [
    'reference,date,time,minutes,doctor,first_name,last_name,phone,email,description',
    ...visits.map(
      ({ reference, date, time, doctor, name, phone }) =>
        `${reference},${date},${time},${MINUTES},${doctor},${name},Obi,${phone},${name}@example.com,"tooth pain, since Monday"`,
    ),
  ].join('\n')

const icsOf = (visits: readonly Visit[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...visits.map(({ reference, date, time, doctor, name, phone }) =>
      [
        'BEGIN:VEVENT',
        `UID:${reference}@old`,
        `DTSTART;TZID=${clinicConfig.timeZone}:${date.replaceAll('-', '')}T${time.replace(':', '')}00`,
        `DURATION:PT${MINUTES}M`,
        `SUMMARY:${name} Obi`,
        `DESCRIPTION:doctor: ${doctor}\\nphone: ${phone}\\ntooth pain`,
        'END:VEVENT',
      ].join('\r\n'),
    ),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** The command as a process of its own. */
async function importing(databaseUrl: string, file: string, ...more: string[]): Promise<Run> {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    ['scripts/launch.mjs', 'scripts/appointments.ts', 'import', file, ...more],
    {
      env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  let megabytes = 0
  const watching = setInterval(() => {
    megabytes = Math.max(megabytes, mostOf(child.pid ?? 0))
  }, 100)
  await once(child, 'close')
  clearInterval(watching)
  return { seconds: (performance.now() - started) / 1_000, megabytes, first: output.split('\n')[0] ?? '' }
}

/** The most memory that a process has had, in megabytes; 0 where the system does not say. */
function mostOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** The rows of the import once more, which the tables then have instead; in seconds. */
async function bareRows(databaseUrl: string): Promise<number> {
  const pool = barePool(databaseUrl, 1)
  const columns = {
    appointments:
      'id, reference, patient_id, doctor_id, doctor_chosen, location, service_text, appointment_type, starts_at, ends_at, status, complaint, language, channel, told',
    patients: 'id, first_name, last_name, email, email_key, phone, phone_e164, address',
  }
  await pool.query(
    `CREATE TABLE bare_visits AS SELECT ${columns.appointments}, row_number() OVER () AS n FROM appointments;
     CREATE TABLE bare_patients AS SELECT ${columns.patients}, p.n FROM patients JOIN (SELECT patient_id, n FROM bare_visits) p ON p.patient_id = id;
     CREATE INDEX ON bare_visits (n); CREATE INDEX ON bare_patients (n);
     TRUNCATE appointments, patients CASCADE`,
  )
  const started = performance.now()
  for (let n = 1; n <= VISITS; n += BATCH) {
    const part = `n BETWEEN ${n} AND ${n + BATCH - 1}`
    await pool.query(
      `BEGIN;
       INSERT INTO patients (${columns.patients}) SELECT ${columns.patients} FROM bare_patients WHERE ${part};
       INSERT INTO appointments (${columns.appointments}) SELECT ${columns.appointments} FROM bare_visits WHERE ${part};
       COMMIT`,
    )
  }
  const seconds = (performance.now() - started) / 1_000
  await pool.end()
  return seconds
}
