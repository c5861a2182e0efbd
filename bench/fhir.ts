import clinicConfig from '../clinic.config.ts'
import { FHIR_PATH } from '../contract/fhir.ts'
import { addDays, clinicDate } from '../domain/clinic-time.ts'
import { makeKey } from '../server/accounts/auth/api-keys.ts'
import { storeAppointments } from './support/appointments.ts'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { startBareServer } from './support/bare-server.ts'
import { inTurns } from './support/load.ts'
import { amount } from './support/options.ts'
import { compared, type Row, twice } from './support/report.ts'
import { type Stack, startStack } from './support/stack.ts'
import { adminHeaders } from './support/staff.ts'

const CONNECTIONS = 2
const SECONDS = amount(2, 0.3)
const STORED = amount(1_000_000, 20_000)
/** Entries of a page, and one more, which says that there is another page. */
const TAKE = 21

/** The first page of searches, each beside a query of the same rows behind a bare HTTP server. */
export async function fhir(): Promise<Row[]> {
  const stack = await startStack(CONNECTIONS)
  try {
    await storeAppointments(stack.databaseUrl, STORED, { bookable: false })
    return await measure(stack)
  } finally {
    await stack.stop()
  }
}

type Case = { name: string; search: string; bare: string; atMost?: number }

/** What is not in the rows comes by as few joins as it can. */
const appointments = (where: string, order = 'a.starts_at') =>
  `SELECT a.id, a.reference, a.patient_id, a.doctor_id, d.name, a.location, a.service_text, a.starts_at, a.ends_at, a.status, a.visit,
     a.waiting_since, a.patient_confirmed_at, a.created_at, a.updated_at
   FROM (SELECT * FROM appointments a WHERE ${where} ORDER BY ${order}, a.id LIMIT ${TAKE}) a JOIN doctors d ON d.id = a.doctor_id
   ORDER BY ${order}, a.id`

function casesOf(patient: string): Case[] {
  const { timeZone } = clinicConfig
  const today = clinicDate(new Date(), timeZone)
  const [doctor] = clinicConfig.doctors.map(({ id }) => id)
  const fromToday = `a.starts_at >= '${today}'::date::timestamp AT TIME ZONE '${timeZone}'`
  return [
    {
      name: 'booked from today on',
      search: `Appointment?status=booked&date=ge${today}`,
      bare: appointments(`a.status = 'confirmed' AND a.visit IS NULL AND ${fromToday}`),
    },
    {
      name: 'a doctor’s from today on',
      search: `Appointment?actor=Practitioner/${doctor}&date=ge${today}`,
      bare: appointments(`a.doctor_id = '${doctor}' AND ${fromToday}`),
    },
    {
      name: 'a patient’s',
      search: `Appointment?actor=Patient/${patient}`,
      bare: appointments(`a.patient_id = '${patient}'`),
    },
    {
      name: 'those who did not come',
      search: 'Appointment?status=noshow',
      bare: appointments(`a.visit = 'no_show'`),
    },
    {
      name: 'those who are here',
      search: 'Appointment?status=arrived,checked-in',
      bare: appointments(`a.visit IN ('arrived', 'in_chair')`),
    },
    {
      name: 'changed since a day',
      search: 'Appointment?_lastUpdated=ge2020-01-01',
      bare: appointments(`a.updated_at >= '2020-01-01'`, 'a.updated_at'),
    },
    {
      name: 'free times of all doctors',
      search: 'Slot?status=free',
      atMost: 10,
      bare: `SELECT a.doctor_id, a.starts_at, a.ends_at FROM appointments a WHERE a.takes_time AND a.status IN ('open', 'confirmed')
             AND ${fromToday} AND a.starts_at < '${addDays(today, 1)}'::date::timestamp AT TIME ZONE '${timeZone}'`,
    },
    {
      name: 'patients changed since a day',
      search: 'Patient?_lastUpdated=ge2020-01-01',
      bare: `SELECT * FROM patients WHERE updated_at >= '2020-01-01' ORDER BY updated_at, id LIMIT ${TAKE}`,
    },
  ]
}

async function measure(stack: Stack): Promise<Row[]> {
  const cases = await prepared(stack)
  const headers = { authorization: `Bearer ${await keyOf(stack)}` }
  const bare = await startBareServer(
    stack.databaseUrl,
    cases.map((each) => each.bare),
    CONNECTIONS,
  )
  const rows: Row[] = []
  for (const [place, { name, search, atMost = 3 }] of cases.entries()) {
    const load = (work: () => Promise<unknown>) => ({
      connections: CONNECTIONS,
      seconds: SECONDS,
      work: async () => void (await work()),
    })
    const asked = load(async () => {
      const path = `/api${FHIR_PATH}/${search}`
      const { status, text } = await ask(stack.http, { method: 'GET', path, headers })
      if (status !== 200) throw new Error(`FHIR answered ${status}: ${text}`)
      return JSON.parse(text)
    })
    const served = load(async () => JSON.parse((await bare.rows(place)).text))
    const loads = await inTurns({ ours: asked, again: asked, served })
    const pair = {
      ours: loads.ours,
      reference: loads.served,
      beside: 'a query of the rows behind a bare server',
    }
    if (place === 0) rows.push(twice(`FHIR, ${name}`, 'p99', loads.ours, loads.again))
    rows.push(compared(`FHIR, ${name}`, 'p99', pair, { atMost }))
  }
  await bare.stop()
  return rows
}

/** One in ten of the last weeks did not come, and nobody is here. */
async function prepared({ databaseUrl }: Stack): Promise<Case[]> {
  const pool = barePool(databaseUrl, 1)
  await pool.query(
    `UPDATE appointments SET visit = 'no_show', no_show_at = starts_at
     WHERE starts_at BETWEEN now() - interval '30 days' AND now() AND status <> 'cancelled' AND random() < 0.1`,
  )
  await pool.query('VACUUM ANALYZE appointments')
  const { rows } = await pool.query<{ patient: string }>(
    'SELECT patient_id AS patient FROM appointments WHERE starts_at > now() LIMIT 1',
  )
  await pool.end()
  return casesOf(rows[0]?.patient ?? '')
}

async function keyOf({ databaseUrl }: Stack): Promise<string> {
  const pool = barePool(databaseUrl, 1)
  await adminHeaders(pool)
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM staff WHERE type = 'admin' LIMIT 1`)
  const made = await makeKey(
    pool,
    { name: 'Bench', scopes: ['fhir.read', 'fhir.patient'], locations: null, expiresAt: null },
    { by: rows[0]?.id ?? '', now: new Date(), limits: false },
  )
  await pool.end()
  if (made === 'too_many') throw new Error('no key was made')
  return made.key
}
