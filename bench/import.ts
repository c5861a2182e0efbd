import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import clinicConfig from '../clinic.config.ts'
import { addDays, clinicDate } from '../domain/clinic-time.ts'
import { slotTimes } from '../domain/slots.ts'
import { migrate } from '../server/operations/set-up/migrate.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded/index.ts'
import { barePool } from './support/bare-pool.ts'
import { amount } from './support/options.ts'
import { type Row, single } from './support/report.ts'

const VISITS = amount(100_000, 2_000)
const MINUTES = 10

/** The import of a clinic's present book: visits to come, each of a new patient, full days of all doctors. */
export async function importing(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'enamel-import-'))
  // As root the database runs as another user, who must get in.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: pino({ level: 'error' }) })
  try {
    const pool = barePool(postgres.url, 1)
    await migrate(pool, clinicConfig)
    await pool.end()
    const file = path.join(folder, 'book.csv')
    await writeFile(file, csvOf(fullDays()))
    const checked = await run(postgres.url, file, '--dry-run')
    const imported = await run(postgres.url, file)
    const again = await run(postgres.url, file)
    return [
      single(`import of ${VISITS.toLocaleString('en')} visits`, imported.seconds, 's', { atMost: 60 }),
      single('the same, most memory', imported.megabytes, 'MB'),
      single('the same, only checked', checked.seconds, 's'),
      single('the same, imported again', again.seconds, 's'),
    ]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
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

/** The command as a process of its own. */
async function run(databaseUrl: string, file: string, ...more: string[]) {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    ['scripts/launch.mjs', 'scripts/appointments.ts', 'import', file, ...more],
    {
      env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  let megabytes = 0
  const watching = setInterval(() => {
    megabytes = Math.max(megabytes, mostOf(child.pid ?? 0))
  }, 100)
  const [code] = await once(child, 'close')
  clearInterval(watching)
  if (code !== 0) throw new Error(`the import ended with ${code}`)
  return { seconds: (performance.now() - started) / 1_000, megabytes }
}

/** The most memory that a process has had, in megabytes; 0 where the system does not say. */
function mostOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
