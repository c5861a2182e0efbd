import { availability } from './availability.ts'
import { booking } from './booking.ts'
import { day } from './day.ts'
import { desk } from './desk.ts'
import { events } from './events.ts'
import { fhir } from './fhir.ts'
import { importing } from './import.ts'
import { list } from './list.ts'
import { messages } from './messages.ts'
import { offline } from './offline.ts'
import { page } from './page.ts'
import { processes } from './processes.ts'
import { search } from './search.ts'
import { signIn } from './sign-in.ts'
import { steady } from './steady.ts'
import { beside, isBrief, named } from './support/options.ts'
import { untilQuiet } from './support/quiet.ts'
import { asMarkdown, type Bench, conditions, HEAD } from './support/report.ts'
import { update } from './update.ts'

/* `npm run bench [name…]`: lines for the table of README.md, which says how to run it. */
const BENCHES: Record<string, Bench> = {
  booking,
  availability,
  'sign-in': signIn,
  processes,
  steady,
  desk,
  list,
  day,
  search,
  fhir,
  messages,
  events,
  import: importing,
  page,
  offline,
  update,
}
const WITH_ANOTHER = ['booking', 'availability']

const WAIT_MS = isBrief ? 0 : 120_000
/** A database that ends writes for a moment. */
const SETTLES_MS = isBrief ? 0 : 10_000

const names = named.length > 0 ? named : beside ? WITH_ANOTHER : Object.keys(BENCHES)
const unknown = names.find((name) => !(name in BENCHES))
if (unknown !== undefined) {
  console.error(`There is no bench '${unknown}'. There are: ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(2)
}
if (beside && names.some((name) => !WITH_ANOTHER.includes(name))) {
  console.error(`Only ${WITH_ANOTHER.join(' and ')} take turns with another checkout.`)
  process.exit(2)
}

console.log(`${await conditions()}\n\n${HEAD}`)
const disturbed: string[] = []
const failed: string[] = []
for (const name of names) {
  const wasQuiet = await untilQuiet(WAIT_MS)
  // One that cannot be run leaves the others of the sitting.
  const rows = await (BENCHES[name] as Bench)().catch((error: unknown) => {
    console.error(`\n${name} has failed:`, error)
    failed.push(name)
    return []
  })
  for (const row of rows) console.log(asMarkdown(name, row))
  // What is still at work once the bench has ended was so beside it.
  if (!wasQuiet || !(await untilQuiet(SETTLES_MS))) disturbed.push(name)
}
if (isBrief) console.log('\nA brief run: its figures are worth nothing.')
if (disturbed.length > 0) console.log(`\nBeside other work, so to be repeated: ${disturbed.join(', ')}.`)
if (failed.length > 0) process.exitCode = 1
