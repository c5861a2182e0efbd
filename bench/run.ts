import { loadavg } from 'node:os'
import { availabilityBench } from './availability.ts'
import { blockersBench } from './blockers.ts'
import { bookBench } from './book.ts'
import { bookImportBench } from './book-import.ts'
import { bookingBench } from './booking.ts'
import { contentionBench } from './contention.ts'
import { deskBench } from './desk.ts'
import { eventsBench } from './events.ts'
import { feedsBench } from './feeds.ts'
import { growthBench } from './growth.ts'
import { listBench } from './list.ts'
import { messagesBench } from './messages.ts'
import { oneTimeCodesBench } from './one-time-codes.ts'
import { overviewBench } from './overview.ts'
import { patientsSearchBench } from './patients-search.ts'
import { processesBench } from './processes.ts'
import { signInBench } from './sign-in.ts'
import { signInFloodBench } from './sign-in-flood.ts'
import { steadyBench } from './steady.ts'
import { asMarkdown, type Bench, conditions } from './support/report.ts'

/*
 * `npm run bench`: the server's figures beside bare references in the same run, as Markdown for README.md, which says
 * what is asked of them. With names only those: `npm run bench -- booking sign-in`.
 */
const BENCHES: Record<string, Bench> = {
  booking: bookingBench,
  desk: deskBench,
  processes: processesBench,
  contention: contentionBench,
  steady: steadyBench,
  growth: growthBench,
  availability: availabilityBench,
  blockers: blockersBench,
  events: eventsBench,
  'one-time-codes': oneTimeCodesBench,
  'sign-in': signInBench,
  'sign-in-flood': signInFloodBench,
  list: listBench,
  messages: messagesBench,
  book: bookBench,
  feeds: feedsBench,
  overview: overviewBench,
  'patients-search': patientsSearchBench,
  'book-import': bookImportBench,
}

const named = process.argv.slice(2)
const unknown = named.find((name) => !(name in BENCHES))
if (unknown !== undefined) {
  console.error(`There is no bench '${unknown}'. There are: ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(2)
}

console.log(await conditions())
for (const [name, bench] of Object.entries(BENCHES)) {
  if (named.length > 0 && !named.includes(name)) continue
  const started = performance.now()
  const load = loadavg()[0] ?? 0
  const report = await bench.run()
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  console.log(`\n${asMarkdown(name, bench, report)}`)
  console.log(`\n${minutes} minutes; load of the machine before it ${load.toFixed(1)}.`)
}
