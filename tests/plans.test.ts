import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countDays } from '../server/book/overview/count-days.ts'
import { searchAppointments } from '../server/integrations/fhir/appointments.ts'
import { searchPatients } from '../server/integrations/fhir/patients.ts'
import { parsedSearch } from '../server/integrations/fhir/search.ts'
import { startClinic } from './support/clinic.ts'
import { withoutIndexes } from './support/without-indexes.ts'

/*
 * A query of a large book reads what it answers, not the book: each statement is explained as it runs, with the rows
 * that the database read for it.
 */
const STORED = 100_000
const PATIENTS = 20_000
/** The last ones of them, at a rarely used place. */
const AT_PHC = 10
const timeZone = 'Africa/Lagos'
const SPAN = { from: '2030-02-25', to: '2030-03-10', timeZone }
const BIG = ['appointments', 'messages', 'patients', 'todos']

let clinic: Awaited<ReturnType<typeof startClinic>>
let pool: Pool
let patient: string
const read = new Map<string, number>()

beforeAll(async () => {
  clinic = await startClinic()
  pool = clinic.database.pool
  await withoutIndexes(pool, ['appointments', 'patients', 'messages'], storeBook, 'appointments_no_overlap')
  await pool.query('VACUUM ANALYZE appointments, messages, patients')
  const { rows } = await pool.query(`SELECT patient_id FROM appointments WHERE location = 'lag' LIMIT 1`)
  patient = rows[0].patient_id
  await countDays(pool, SPAN)
  pool.on('acquire', explained)
})
afterAll(() => clinic[Symbol.asyncDispose]())

/** 500 a day for 200 days, the last half of them over, each reminded; one in 21 is a no-show, and two are here. */
async function storeBook() {
  await pool.query(
    `INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address, updated_at)
     SELECT md5('patient ' || i)::uuid, 'Ada', 'Obi', '', '', '', '', '2029-01-01'::timestamptz + make_interval(mins => i)
     FROM generate_series(1, ${PATIENTS}) AS i`,
  )
  await pool.query(
    `INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text, appointment_type,
       starts_at, ends_at, status, visit, no_show_at, arrived_at, complaint)
     SELECT md5('visit ' || i)::uuid, 'R' || i, md5('patient ' || (CASE WHEN rare THEN i ELSE 1 + i % ${PATIENTS - AT_PHC} END))::uuid, 'fct-okafor', false,
       CASE WHEN rare THEN 'phc' WHEN i % 2 = 0 THEN 'fct' ELSE 'lag' END, '', 'consultation', at, at + interval '30 minutes',
       CASE WHEN i % 21 = 1 THEN 'cancelled' WHEN i % 3 = 0 THEN 'open' ELSE 'confirmed' END,
       CASE WHEN i IN (50022, 50024) THEN 'arrived' WHEN i % 21 = 0 AND i <= 50000 THEN 'no_show' END, at, at, ''
     FROM generate_series(1, ${STORED}) AS i,
       LATERAL (SELECT '2029-11-24 08:00+01'::timestamptz + (i / 500) * interval '1 day' + (i % 500) * interval '1 minute' AS at,
                       i > ${PATIENTS - AT_PHC} AND i <= ${PATIENTS} AS rare) AS x`,
  )
  await pool.query(
    `INSERT INTO messages (id, appointment_id, kind, step, channel, starts_at, version, due_at, state, settled_at)
     SELECT md5('message ' || id)::uuid, id, 'reminder', '48h', 'email', starts_at, 1, starts_at - interval '2 days', 'sent', starts_at - interval '2 days'
     FROM appointments`,
  )
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const rowsOf = (plan: Plan) =>
  nodesOf(plan)
    .filter((node) => BIG.includes(node['Relation Name'] ?? ''))
    .reduce((sum, node) => {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
      return sum + (node['Actual Rows'] + removed) * node['Actual Loops']
    }, 0)

const known = new WeakSet<PoolClient>()
/** Has each statement of a connection explained before it runs, and undone. */
function explained(client: PoolClient) {
  if (known.has(client)) return
  known.add(client)
  const query = client.query.bind(client) as (
    ...args: unknown[]
  ) => Promise<{ rows: Record<string, unknown>[] }>
  const explain = async (text: string, values: unknown) => {
    const changes = /\b(?:INSERT|UPDATE|DELETE)\b/.test(text)
    if (changes) await query('SAVEPOINT explained')
    const { rows } = await query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
    if (changes) await query('ROLLBACK TO explained')
    const [plan] = (rows[0]?.['QUERY PLAN'] ?? []) as { Plan: Plan }[]
    if (plan) read.set(text, rowsOf(plan.Plan))
  }
  client.query = (async (...args: unknown[]) => {
    const [asked, values] = args as [string | { text: string; values?: unknown[] }, unknown]
    const [text, given] = typeof asked === 'string' ? [asked, values] : [asked.text, asked.values]
    if (/^\s*(?:SELECT|WITH|INSERT)\b/.test(text) && BIG.some((table) => text.includes(table)))
      await explain(text, Array.isArray(given) ? given : [])
    return query(...args)
  }) as never
}

it('the overview recounts a changed day from that day’s rows alone', async () => {
  await pool.query(`UPDATE appointments SET status = 'open' WHERE reference = 'R50000'`)
  read.clear()
  await countDays(pool, SPAN)
  expect([...read].filter(([text]) => text.includes('INSERT'))).toHaveLength(3)
  // 500 appointments, 500 messages and as many look-ups in the other table.
  for (const rows of read.values()) expect(rows).toBeLessThan(2_500)
})

const APPOINTMENTS = [
  '',
  'date=2030-03-04',
  'date=lt2001-01-01',
  'actor=Patient/{patient}',
  'actor=Patient/{patient}&date=ge2030-03-04',
  'actor=Patient/{patient},Patient/00000000-0000-4000-8000-000000000000',
  'actor=Practitioner/fct-okafor&date=2030-03-04',
  'actor=Practitioner/nobody',
  'actor=Location/lag',
  'patient={patient}',
  'practitioner=fct-okafor&date=2030-03-04',
  'practitioner=nobody&location=lag',
  'location=lag',
  'location=lag&location=phc',
  'identifier=AAAA3333',
  'actor=Location/phc',
  'status=arrived',
  'status=checked-in',
  'status=fulfilled',
  'status=noshow',
  'status=arrived,checked-in,pending',
  'status=waitlist',
  'status=booked&date=ge2030-03-04',
  '_lastUpdated=ge2020-01-01',
  '_lastUpdated=ge2040-01-01',
  '_lastUpdated=ge2020-01-01&status=arrived',
  '_lastUpdated=ge2020-01-01&actor=Patient/{patient}',
  '_id={patient}',
]
const REACHES = [
  { locations: null },
  { locations: ['fct'] },
  { locations: ['fct', 'lag'] },
  { locations: ['phc'] },
]

const PATIENTS_ASKED = [
  '',
  '_id={patient}',
  '_lastUpdated=ge2020-01-01',
  '_lastUpdated=ge2040-01-01',
  'identifier=X1',
]
const LIMIT = 1_000

it.each(REACHES)(
  'FHIR reads a small part of the book, whatever the search, at $locations',
  async ({ locations }) => {
    const much: [string, number][] = []
    const asked = async (query: string, search: (params: URLSearchParams) => Promise<unknown>) => {
      read.clear()
      await search(new URLSearchParams(query.replaceAll('{patient}', patient)))
      for (const rows of read.values()) if (rows > LIMIT) much.push([query, rows])
    }
    const parts = { pool, timeZone, base: 'http://localhost/api/fhir' }
    for (const query of APPOINTMENTS) {
      await asked(query, (params) =>
        searchAppointments(parts, parsedSearch('Appointment', params, ['date', '_lastUpdated']), {
          locations,
        }),
      )
    }
    expect(read.size).toBe(1)
    for (const query of PATIENTS_ASKED) {
      await asked(query, (params) => searchPatients(parts, parsedSearch('Patient', params), { locations }))
    }
    expect(read.size).toBe(1)
    expect(much).toEqual([])
  },
)
