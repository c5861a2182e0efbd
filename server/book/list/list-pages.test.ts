import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import type { Appointment } from '../../../contract/appointments.ts'
import type { Paging } from '../../../contract/envelope.ts'
import { FULL_REACH } from '../../../domain/rights.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { type AppointmentFilter, wantedOf } from './filter.ts'
import { farPageOf } from './list.ts'
import { fromTheTop } from './pages.ts'
import { appointmentTotals } from './totals.ts'

type Clinic = Awaited<ReturnType<typeof startClinic>>

const NOW = new Date('2030-03-04T12:00:00+01:00')
const MINUTE = 60_000
const EVERYTHING: AppointmentFilter = {
  location: 'all',
  status: '',
  from: '',
  to: '',
  cancelled: '',
  doctor: '',
  visit: '',
  search: null,
  reach: FULL_REACH,
}

let clinic: Clinic
let bearer: { authorization: string }

beforeAll(async () => {
  clinic = await startClinic({ now: NOW.toISOString() })
  bearer = (await clinic.signedIn()).bearer
  // The order is asked about, with as many at one time as chance gives.
  await clinic.database.pool.query('ALTER TABLE appointments DROP CONSTRAINT appointments_no_overlap')
})
afterAll(() => clinic[Symbol.asyncDispose]())
beforeEach(() => clinic.database.pool.query('DELETE FROM appointments'))

type Sample = { id: string; start: number; minutes: number; location: string; status: string; name: string }

async function store(samples: Sample[]): Promise<void> {
  await clinic.database.pool.query(
    `WITH sample AS (SELECT *, gen_random_uuid() AS patient FROM json_to_recordset($1) AS s
       (id uuid, start float8, minutes int, location text, status text, name text)),
     person AS (
       INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address)
       SELECT patient, name, 'Obi', 'x@example.com', 'x@example.com', '0803', '' FROM sample)
     INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
                               appointment_type, starts_at, ends_at, status)
     SELECT id, id, patient, 'fct-musa', false, location, 'Tooth Pain', 'consultation', to_timestamp(start / 1000),
            to_timestamp(start / 1000) + minutes * interval '1 minute', status FROM sample`,
    [JSON.stringify(samples)],
  )
}

/** Ids in the order of the specification, worked out here. */
function inOrder(samples: Sample[], now = NOW): string[] {
  const isToCome = ({ start, minutes }: Sample) => start + minutes * MINUTE > now.getTime()
  const byTime = (a: Sample, b: Sample) => a.start - b.start || (a.id < b.id ? -1 : 1)
  const [toCome, past] = [samples.filter(isToCome), samples.filter((each) => !isToCome(each))]
  return [...toCome.sort(byTime), ...past.sort(byTime).reverse()].map(({ id }) => id)
}

const sample = fc.record({
  id: fc.uuid(),
  // From five hours before to five hours after, so that many are around now and at the same time.
  start: fc.integer({ min: -10, max: 10 }).map((halves) => NOW.getTime() + halves * 30 * MINUTE),
  minutes: fc.constantFrom(15, 30, 60, 240),
  location: fc.constantFrom('lag', 'fct'),
  status: fc.constantFrom('open', 'confirmed', 'cancelled'),
  name: fc.constantFrom('Ada', 'Zainab'),
})
const samplesOf = fc.uniqueArray(sample, { maxLength: 40, selector: ({ id }) => id })

async function list(path: string, search: string | null = null) {
  const { status, body } = await clinic.call('POST', `/api/appointments/${path}`, { search }, bearer)
  expect(status).toBe(200)
  return { ids: (body.data as Appointment[]).map(({ id }) => id), paging: body.paging as Paging }
}

/** The ids of all pages, one after another. */
async function walk(query: string, limit: number, search: string | null = null): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const separator = query.includes('?') ? '&' : '?'
    const { ids: these, paging } = await list(`${query}${separator}limit=${limit}&page=${page}`, search)
    ids.push(...these)
    if (page >= paging.totalPages) {
      expect(paging.total).toBe(ids.length)
      return ids
    }
    expect(these).toHaveLength(limit)
  }
}

describe('all pages together', () => {
  const CASES: { query: string; search?: string; keeps: (each: Sample) => boolean }[] = [
    { query: 'all', keeps: ({ status }) => status !== 'cancelled' },
    { query: 'all?cancelled=1', keeps: () => true },
    { query: 'all?status=1', keeps: ({ status }) => status === 'open' },
    { query: 'fct', keeps: ({ status, location }) => status !== 'cancelled' && location === 'fct' },
    {
      query: 'fct?status=0&cancelled=1',
      keeps: ({ status, location }) => status === 'confirmed' && location === 'fct',
    },
    { query: 'all?cancelled=1', search: 'zain', keeps: ({ name }) => name === 'Zainab' },
    {
      query: 'lag',
      search: 'ad ob',
      keeps: ({ name, location, status }) => name === 'Ada' && location === 'lag' && status !== 'cancelled',
    },
  ]

  it.each(CASES)(
    'have each appointment once, in order: $query, searching for $search',
    async ({ query, search = null, keeps }) => {
      await fc.assert(
        fc
          .asyncProperty(samplesOf, fc.constantFrom(1, 3, 10, 100), async (samples, limit) => {
            await store(samples)
            expect(await walk(query, limit, search)).toEqual(inOrder(samples.filter(keeps)))
          })
          .afterEach(async () => void (await clinic.database.pool.query('DELETE FROM appointments'))),
        { numRuns: 12 },
      )
    },
  )

  it('have each appointment once when there are so many that later pages are read from the end', async () => {
    const samples = fc.sample(sample, 1_500).map((each) => ({ ...each, id: randomUUID() }))
    await store(samples)
    expect(await walk('all?cancelled=1', 100)).toEqual(inOrder(samples))
    expect((await list('all?cancelled=1&limit=100&page=16')).ids).toEqual([])
  })
})

describe('a page far down', () => {
  const DAY = 24 * 60 * MINUTE
  /** Over the months of some stretches, with times to come and many at one time. */
  const spread = fc.record({
    id: fc.uuid(),
    start: fc.integer({ min: -9, max: 1 }).map((weeks) => NOW.getTime() + 21 * weeks * DAY),
    minutes: fc.constantFrom(30, 240),
    location: fc.constantFrom('lag', 'fct'),
    status: fc.constantFrom('open', 'confirmed', 'cancelled'),
    name: fc.constant('Ada'),
  })
  const readingOf = (more: Partial<AppointmentFilter> = {}) => ({
    pool: clinic.database.pool,
    wanted: wantedOf({ ...EVERYTHING, cancelled: '1', ...more }, clinicConfig, NOW),
    now: NOW,
  })

  it('is found by its place in time, with a count from the top', async () => {
    const isPast = ({ start, minutes }: Sample) => start + minutes * MINUTE <= NOW.getTime() - 4 * 60 * MINUTE
    await fc.assert(
      fc
        .asyncProperty(
          fc.uniqueArray(spread, { maxLength: 40, selector: ({ id }) => id }),
          fc.nat(45),
          fc.integer({ min: 1, max: 45 }),
          fc.constantFrom('all', 'lag'),
          async (samples, skip, take, location) => {
            await store(samples)
            const mine = samples.filter((each) => location === 'all' || each.location === location)
            const byId = new Map(mine.map((each) => [each.id, each]))
            const expected = inOrder(mine).slice(skip, skip + take)
            const reading = readingOf({ location })
            const page = await farPageOf(reading, { skip, take }, appointmentTotals(reading.pool))
            if (expected.every((id) => isPast(byId.get(id) as Sample)))
              expect(page?.rows.map(({ id }) => id)).toEqual(expected)
            else expect(page).toBeNull()
            const top = await fromTheTop(reading, { skip, take })
            expect(top.map(({ id }) => id)).toEqual(expected)
          },
        )
        .afterEach(async () => void (await clinic.database.pool.query('DELETE FROM appointments'))),
      { numRuns: 40 },
    )
  })

  it('includes what others have stored, moved or cancelled since the count', async () => {
    const samples: Sample[] = Array.from({ length: 30 }, (_, weeks) => ({
      id: randomUUID(),
      start: NOW.getTime() - (weeks + 1) * 7 * DAY,
      minutes: 30,
      location: 'fct',
      status: 'confirmed',
      name: 'Ada',
    }))
    await store(samples)
    const reading = readingOf({ cancelled: '' })
    const totals = appointmentTotals(reading.pool)
    const page = async () => {
      const found = await farPageOf(reading, { skip: 10, take: 5 }, totals)
      return { ids: found?.rows.map(({ id }) => id), total: found?.total }
    }
    const ids = () => inOrder(samples.filter(({ status }) => status !== 'cancelled')).slice(10, 15)
    expect(await page()).toEqual({ ids: ids(), total: 30 })
    const [first, second] = samples as [Sample, Sample]
    const change = (text: string, { id }: Sample) =>
      reading.pool.query(`UPDATE appointments SET ${text} WHERE id = $1`, [id])
    await change(`status = 'cancelled'`, first)
    first.status = 'cancelled'
    expect(await page()).toEqual({ ids: ids(), total: 29 })
    await change(
      `starts_at = starts_at - interval '350 days', ends_at = ends_at - interval '350 days'`,
      second,
    )
    second.start -= 350 * DAY
    expect(await page()).toEqual({ ids: ids(), total: 29 })
    const more = many(3, { start: NOW.getTime() - 10 * DAY })
    await store(more)
    samples.push(...more)
    expect(await page()).toEqual({ ids: ids(), total: 32 })
  })

  it('is counted once where several callers notice at once that it has changed', async () => {
    await store(many(20, { start: NOW.getTime() - 10 * DAY }))
    const { pool } = clinic.database
    let counted = 0
    const query = (...question: Parameters<typeof pool.query>) => {
      if (String(question[0]).includes('WITH span')) counted += 1
      return pool.query(...question)
    }
    const reading = { ...readingOf(), pool: { query } as unknown as typeof pool }
    const totals = appointmentTotals(reading.pool)
    const pages = () => Promise.all([1, 2, 3, 4].map((skip) => farPageOf(reading, { skip, take: 2 }, totals)))
    await pages()
    expect(counted).toBe(1)
    await store(many(1, { start: NOW.getTime() - 20 * DAY }))
    for (const page of await pages()) expect(page?.total).toBe(21)
    expect(counted).toBe(2)
  })
})

describe('the days of the list are those of the clinic', () => {
  const at = (text: string): Sample => ({
    id: randomUUID(),
    start: Date.parse(text),
    minutes: 30,
    location: 'fct',
    status: 'open',
    name: 'Ada',
  })
  const lateOnTheFourth = at('2030-03-04T23:45:00+01:00')
  const firstOfTheFifth = at('2030-03-05T00:00:00+01:00')
  const lastOfTheFifth = at('2030-03-05T23:59:00+01:00')
  const firstOfTheSixth = at('2030-03-06T00:00:00+01:00')
  beforeEach(() => store([lateOnTheFourth, firstOfTheFifth, lastOfTheFifth, firstOfTheSixth]))

  it.each([
    { query: 'from=2030-03-05&to=2030-03-05', are: [firstOfTheFifth, lastOfTheFifth] },
    { query: 'from=2030-03-05', are: [firstOfTheFifth, lastOfTheFifth, firstOfTheSixth] },
    { query: 'to=2030-03-04', are: [lateOnTheFourth] },
    { query: 'from=2030-03-04&to=2030-03-05', are: [lateOnTheFourth, firstOfTheFifth, lastOfTheFifth] },
    { query: 'from=2030-03-07', are: [] },
    { query: 'from=&to=', are: [lateOnTheFourth, firstOfTheFifth, lastOfTheFifth, firstOfTheSixth] },
    {
      query: 'from=0000-01-01&to=9999-12-31',
      are: [lateOnTheFourth, firstOfTheFifth, lastOfTheFifth, firstOfTheSixth],
    },
  ])('for ?$query', async ({ query, are }) => {
    const { ids, paging } = await list(`all?${query}`)
    expect(ids).toEqual(are.map(({ id }) => id))
    expect(paging.total).toBe(are.length)
  })
})

const many = (count: number, more: Partial<Sample> = {}): Sample[] =>
  Array.from({ length: count }, (_, i) => ({
    id: randomUUID(),
    start: NOW.getTime() + (i - count / 3) * 30 * MINUTE,
    minutes: 30,
    location: 'fct',
    status: 'open',
    name: 'Ada',
    ...more,
  }))

it('a search shows the first thousand results, and counts no further', async () => {
  const samples = many(1_200)
  await store([...samples, ...many(50, { name: 'Zainab' })])
  expect(await walk('all', 100, 'ada')).toEqual(inOrder(samples).slice(0, 1_000))
  const past = await list('all?limit=100&page=11', 'ada')
  expect(past).toEqual({ ids: [], paging: { page: 11, limit: 100, total: 1_000, totalPages: 10 } })
})

it('a search with more than a thousand results is cached for 10 seconds, and a smaller one is not', async () => {
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 20_000)
  const samples = many(1_001)
  await store(samples)
  expect((await list('all', 'ada')).paging.total).toBe(1_000)
  await clinic.database.pool.query('DELETE FROM appointments WHERE starts_at < $1', [NOW])
  const left = inOrder(samples.filter(({ start }) => start >= NOW.getTime()))
  // The page itself is always current.
  expect(await list('all', 'ada')).toMatchObject({ ids: left.slice(0, 10), paging: { total: 1_000 } })
  expect((await list('all?status=1', 'ada')).paging.total).toBe(left.length)
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 10_000)
  expect((await list('all', 'ada')).paging.total).toBe(left.length)
  await store(many(10))
  expect((await list('all', 'ada')).paging.total).toBe(left.length + 10)
  clinic.clock.now = NOW
})

it('a result that matches a search in two ways is found once', async () => {
  const samples = many(1_200)
  await store(samples)
  await clinic.database.pool.query(
    `UPDATE appointments SET reference = 'ADA' || lpad(n::text, 5, '0')
     FROM (SELECT id, row_number() OVER () AS n FROM appointments) AS each WHERE each.id = appointments.id`,
  )
  expect(await walk('all', 100, 'ada')).toEqual(inOrder(samples).slice(0, 1_000))
  await clinic.database.pool.query(`DELETE FROM appointments WHERE reference > 'ADA00030'`)
  clinic.clock.now = new Date(NOW.getTime() + 10_000)
  expect(await walk('all', 100, 'ada')).toHaveLength(30)
  clinic.clock.now = NOW
})

it('a total is counted each time up to 1,000, and every 10 seconds above', async () => {
  await store(many(1_000))
  expect((await list('all?page=2')).paging.total).toBe(1_000)
  await store(many(1))
  expect((await list('all')).paging.total).toBe(1_001)
  await store(many(1, { location: 'lag' }))
  expect((await list('all')).paging.total).toBe(1_001)
  expect((await list('all?status=1')).paging.total).toBe(1_002)
  expect((await list('lag')).paging.total).toBe(1)
  clinic.clock.now = new Date(NOW.getTime() + 9_999)
  expect((await list('all')).paging.total).toBe(1_001)
  clinic.clock.now = new Date(NOW.getTime() + 10_000)
  expect((await list('all')).paging.total).toBe(1_002)
  clinic.clock.now = NOW
})

describe('with a cached total', () => {
  afterAll(() => {
    clinic.clock.now = NOW
  })
  const kept = async (rows: number, limit: number) => {
    // Totals of the test before are older than any cached total.
    clinic.clock.now = new Date(clinic.clock.now.getTime() + 20_000)
    await store(many(rows))
    expect((await list(`all?limit=${limit}`)).paging.total).toBe(rows)
  }

  it('the last page shows that another has been added, and that one can be opened', async () => {
    await kept(1_020, 10)
    await store(many(1, { start: NOW.getTime() - 400 * 24 * 60 * MINUTE }))
    expect(await list('all?limit=10&page=102')).toMatchObject({ paging: { total: 1_021, totalPages: 103 } })
    expect((await list('all?limit=10&page=103')).ids).toHaveLength(1)
  })

  it('a page beyond the total can be opened', async () => {
    await kept(1_020, 10)
    await store(many(3))
    expect(await list('all?limit=10&page=103')).toMatchObject({ paging: { total: 1_023, totalPages: 103 } })
  })

  it('a page near the top shows it too, by the row that follows', async () => {
    // 1,089 are 11 pages of 99; the last begins within the first thousand.
    await kept(1_089, 99)
    await store(many(2))
    const { ids, paging } = await list('all?limit=99&page=11')
    expect([ids.length, paging.totalPages]).toEqual([99, 12])
    expect((await list('all?limit=99&page=1')).paging.total).toBe(1_091)
  })
})
