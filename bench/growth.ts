import { storeAppointments } from './support/appointments.ts'
import { ask } from './support/ask.ts'
import { bareTransactions } from './support/bare-booking.ts'
import { barePool } from './support/bare-pool.ts'
import { bareDay, oldestRows, openRows } from './support/bare-queries.ts'
import { benchClinic } from './support/clinic.ts'
import { inTurns, type Load, type Measured } from './support/load.ts'
import { type Bench, count, type Finding, ms, type Report, table, times } from './support/report.ts'
import { type Stack, startStack } from './support/stack.ts'
import { adminHeaders } from './support/staff.ts'
import { askForDay, bookOne, freeSlots, next } from './support/visitor.ts'

const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const
/** What the greatest is held against. */
const COMPARED = 10_000
const AT_MOST = 1.5
const SECONDS = 2
const ROUNDS = 3
/** The day that is full of stored appointments, of however many there are. */
const FULL_DAY = 60

const WORKS = ['first page of the list', 'last page of the list', 'availability of a day', 'booking'] as const
type Work = (typeof WORKS)[number]
/** What a work takes, ours and the bare query's or transaction's. */
type Pair = { ours: Measured; bare: Measured }

export const growthBench: Bench = {
  title: 'From 1,000 to 1,000,000 appointments',
  what:
    `four databases of as many appointments of ${benchClinic.doctors.length} doctors, each with a server of its own, all at once: ` +
    `each load in turns on all of them, with one caller, ${ROUNDS} rounds of ${SECONDS} s, the middle one. ` +
    'The median time of one request is compared, beside the bare query (for bookings: the bare transaction of all rows).',
  async run() {
    const stacks = new Map<number, Stack>()
    try {
      for (const size of SIZES) {
        const stack = await startStack(1)
        stacks.set(size, stack)
        const doctorIds = benchClinic.doctors.map(({ id }) => id)
        await storeAppointments(stack.databaseUrl, size, { doctorIds })
      }
      return await measureGrowth(stacks)
    } finally {
      for (const stack of stacks.values()) await stack.stop()
    }
  },
}

async function measureGrowth(stacks: Map<number, Stack>): Promise<Report> {
  const works = new Map<string, () => Promise<void>>()
  const ends: (() => Promise<unknown>)[] = []
  for (const [size, stack] of stacks) {
    const { ours, bare, end } = await worksOn(stack)
    for (const work of WORKS) {
      works.set(`${work} ${size}`, ours[work])
      works.set(`bare ${work} ${size}`, bare[work])
    }
    ends.push(end)
  }
  // Sizes in turns for each work: what is compared is measured within seconds of each other.
  const measured = new Map<string, Measured>()
  for (const work of WORKS) {
    for (const kind of [work, `bare ${work}`]) {
      const loads = Object.fromEntries(
        SIZES.map((size): [string, Load] => [
          `${kind} ${size}`,
          { connections: 1, seconds: SECONDS, work: works.get(`${kind} ${size}`) ?? (async () => {}) },
        ]),
      )
      for (const [name, one] of Object.entries(await inTurns(loads, ROUNDS))) measured.set(name, one)
    }
  }
  await Promise.all(ends.map((end) => end()))
  const pairOf = (work: Work, size: number): Pair => ({
    ours: measured.get(`${work} ${size}`) as Measured,
    bare: measured.get(`bare ${work} ${size}`) as Measured,
  })
  const most = SIZES.at(-1) ?? COMPARED
  return {
    findings: WORKS.map((work): Finding => {
      const ratio = pairOf(work, most).ours.p50 / pairOf(work, COMPARED).ours.p50
      const bare = pairOf(work, most).bare.p50 / pairOf(work, COMPARED).bare.p50
      return {
        asked: `${work}: ${count(most)} at most ${AT_MOST} times of ${count(COMPARED)}`,
        reached: `${times(ratio)} times (bare: ${times(bare)})`,
        holds: ratio <= AT_MOST,
      }
    }),
    tables: [
      table(
        ['p50 of one request (bare)', ...SIZES.map(count)],
        WORKS.map((work) => [
          work,
          ...SIZES.map((size) => {
            const { ours, bare } = pairOf(work, size)
            return `${ms(ours.p50)} (${ms(bare.p50)})`
          }),
        ]),
      ),
      table(
        ['p99 of one request (bare)', ...SIZES.map(count)],
        WORKS.map((work) => [
          work,
          ...SIZES.map((size) => {
            const { ours, bare } = pairOf(work, size)
            return `${ms(ours.p99)} (${ms(bare.p99)})`
          }),
        ]),
      ),
    ],
  }
}

/** The works on one database, ours and the bare ones. */
async function worksOn(stack: Stack) {
  const pool = barePool(stack.databaseUrl, 1)
  const headers = await adminHeaders(pool)
  const transactions = await bareTransactions(stack.databaseUrl, 1)
  const slots = freeSlots()
  async function list(page: number): Promise<number> {
    const path = `/api/appointments/all?page=${page}`
    const { status, text } = await ask(stack.http, { method: 'POST', path, headers, body: '{}' })
    if (status !== 200) throw new Error(`the list answered ${status}: ${text}`)
    return JSON.parse(text).paging.totalPages
  }
  const last = await list(1)
  const query = async (name: string, text: string, values: unknown[] = []) =>
    void (await pool.query({ name, text, values }))
  const ours: Record<Work, () => Promise<void>> = {
    'first page of the list': async () => void (await list(1)),
    'last page of the list': async () => void (await list(last)),
    'availability of a day': () => askForDay(stack.http, FULL_DAY),
    booking: () => bookOne(stack.http, next(slots)),
  }
  const bare: Record<Work, () => Promise<void>> = {
    'first page of the list': () => query('first-page', openRows()),
    'last page of the list': () => query('last-page', oldestRows()),
    'availability of a day': () => query('day', ...bareDay(FULL_DAY)),
    booking: () => transactions.allRows(next(slots)),
  }
  return { ours, bare, end: () => Promise.all([pool.end(), transactions.end()]) }
}
