import { availabilityBench } from './availability.ts'
import { blockersBench } from './blockers.ts'
import { bookBench } from './book.ts'
import { bookImportBench } from './book-import.ts'
import { bookingBench } from './booking.ts'
import { clinicsBench } from './clinics.ts'
import { contentionBench } from './contention.ts'
import { costsBench } from './costs.ts'
import { deskBench } from './desk.ts'
import { eventsBench } from './events.ts'
import { feedsBench } from './feeds.ts'
import { fhirBench } from './fhir.ts'
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
import { untilQuiet } from './support/quiet.ts'
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
  fhir: fhirBench,
  overview: overviewBench,
  'patients-search': patientsSearchBench,
  'book-import': bookImportBench,
  costs: costsBench,
  clinics: clinicsBench,
}

/** A bench that was disturbed is run once more. */
const ATTEMPTS = 2
/** A database that ends writes for a moment. */
const SETTLES_MS = 10_000

const named = process.argv.slice(2)
const unknown = named.find((name) => !(name in BENCHES))
if (unknown !== undefined) {
  console.error(`There is no bench '${unknown}'. There are: ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(2)
}

/** Runs a bench when nothing else is at work, once more if something was, and prints what it found. */
async function runQuietly(name: string, bench: Bench): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const wasQuiet = await untilQuiet()
    const started = performance.now()
    const report = await bench.run()
    const minutes = ((performance.now() - started) / 60_000).toFixed(1)
    // What is still at work once the bench has ended was so beside it.
    const isQuiet = wasQuiet && (await untilQuiet(SETTLES_MS))
    if (!isQuiet && attempt < ATTEMPTS) continue
    const beside = isQuiet ? 'nothing else was at work before and after it' : '**beside other work**'
    const again = attempt > 1 ? ', run again since it was disturbed' : ''
    console.log(`\n${asMarkdown(name, bench, report)}\n\n${minutes} minutes${again}; ${beside}.`)
    return
  }
}

console.log(await conditions())
for (const [name, bench] of Object.entries(BENCHES)) {
  if (named.length > 0 && !named.includes(name)) continue
  // One that cannot be run leaves the others of the sitting.
  await runQuietly(name, bench).catch((error: unknown) => {
    console.error(`\n${name} has failed:`, error)
    process.exitCode = 1
  })
}
