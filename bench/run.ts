import { benchAvailability } from './availability.ts'
import { benchBlockedAvailability, benchOccurrences } from './blockers.ts'
import { benchBooking } from './booking.ts'
import { benchEvents } from './events.ts'
import { benchList } from './list.ts'
import { benchOneTimeCodes } from './one-time-codes.ts'
import { benchSignIn } from './sign-in.ts'
import { storeAppointments } from './support/appointments.ts'
import type { Measured } from './support/load.ts'
import { startStack } from './support/stack.ts'

/*
 * `npm run bench`: the server's figures beside bare references in the same run. README.md says what is asked of them.
 * With a name only that one: `npm run bench -- sign-in`.
 */
const STORED = 100_000
/** For the list, which is to be as fast after years as on the first day. */
const LISTED = 1_000_000

function report(name: string, measured: Measured, besides?: Measured): void {
  const ratio = besides ? `; ${(besides.perSecond / measured.perSecond).toFixed(2)} of this` : ''
  const perSecond = Math.round(measured.perSecond).toLocaleString('en')
  console.log(
    `${name.padEnd(44)}${perSecond.padStart(6)}/s, p50 ${measured.p50.toFixed(1)} ms, p99 ${measured.p99.toFixed(1)} ms${ratio}`,
  )
}

const only = process.argv[2]
const asked = (name: string) => only === undefined || only === name

// As many as any load needs at once, or asking waits in the client.
const stack = await startStack(30)
try {
  await storeAppointments(stack.databaseUrl, STORED)
  if (asked('booking')) {
    const { booking, bareInsert, bareRows } = await benchBooking(stack)
    report('POST /appointments/book', booking)
    report('  bare transaction, the INSERT alone', bareInsert, booking)
    report('  bare transaction, all rows of a booking', bareRows, booking)
  }
  if (asked('availability')) {
    const { availability, bare } = await benchAvailability(stack)
    report('GET /availability of a day', availability)
    report('  bare query', bare, availability)
  }
  if (asked('blockers')) {
    const { availability, bare } = await benchBlockedAvailability(stack)
    report('GET /availability, 62 days, 1,000 blockers', availability)
    report('  bare queries', bare, availability)
    const { ours, library, found } = benchOccurrences()
    console.log(
      `${found.toLocaleString('en')} occurrences of 1,000 blockers in a year: ${ours.toFixed(0)} ms`,
    )
    console.log(
      `  recurrence library: ${library.toFixed(0)} ms, ${(library / ours).toFixed(1)} times as long`,
    )
  }
  if (asked('events')) {
    const { ours, bare, streams } = await benchEvents(stack)
    for (const [name, { megabytes, p50, p99 }] of [
      [`a booking to ${streams} streams`, ours],
      ['  a bare server', bare],
    ] as const) {
      const times = `after its answer p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
      console.log(`${name.padEnd(44)}${times}; ${megabytes.toFixed(0)} MB more memory`)
    }
  }
  if (asked('one-time-codes')) {
    for (const [what, { known, nobody, p }] of Object.entries(await benchOneTimeCodes(stack))) {
      const medians = `patient ${known.toFixed(2)} ms, nobody ${nobody.toFixed(2)} ms`
      console.log(`one-time code, ${what}: ${medians}, by chance with p = ${p.toFixed(2)}`)
    }
  }
  if (asked('sign-in')) {
    const { signIn, bareVerify, idle, withSignIns, meanwhile } = await benchSignIn(stack)
    report('POST /auth/signin, one after another', signIn)
    report('  bare argon2id verification', bareVerify, signIn)
    report('GET /availability of a day, nobody signing in', idle)
    report('  with 20 sign-ins under way', withSignIns)
    report('  those sign-ins', meanwhile)
    console.log(
      `p99 of availability with sign-ins: ${(withSignIns.p99 / idle.p99).toFixed(2)} of that without`,
    )
  }
} finally {
  await stack.stop()
}

if (asked('list')) {
  const stack = await startStack(10)
  try {
    await storeAppointments(stack.databaseUrl, LISTED, { bookable: false })
    for (const { name, list, bare, served } of await benchList(stack)) {
      report(name, list)
      report('  bare query', bare, list)
      report('  bare query behind a bare HTTP server', served, list)
      const times = (reference: Measured) => (list.p99 / reference.p99).toFixed(2)
      console.log(`  p99 ${times(bare)} of the bare query's, ${times(served)} of the bare server's`)
    }
  } finally {
    await stack.stop()
  }
}
