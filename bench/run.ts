import { benchAvailability } from './availability.ts'
import { benchBooking } from './booking.ts'
import { storeAppointments } from './support/appointments.ts'
import type { Measured } from './support/load.ts'
import { startStack } from './support/stack.ts'

/** `npm run bench`: the server's figures beside bare references in the same run. README.md says what is asked of them. */
const STORED = 100_000

function report(name: string, measured: Measured, besides?: Measured): void {
  const ratio = besides ? `; ${(besides.perSecond / measured.perSecond).toFixed(2)} of this` : ''
  const perSecond = Math.round(measured.perSecond).toLocaleString('en')
  console.log(
    `${name.padEnd(44)}${perSecond.padStart(6)}/s, p50 ${measured.p50.toFixed(1)} ms, p99 ${measured.p99.toFixed(1)} ms${ratio}`,
  )
}

const stack = await startStack(10)
try {
  await storeAppointments(stack.databaseUrl, STORED)
  const { booking, bareInsert, bareRows } = await benchBooking(stack)
  report('POST /appointments/book', booking)
  report('  bare transaction, the INSERT alone', bareInsert, booking)
  report('  bare transaction, all rows of a booking', bareRows, booking)
  const { availability, bare } = await benchAvailability(stack)
  report('GET /availability of a day', availability)
  report('  bare query', bare, availability)
} finally {
  await stack.stop()
}
