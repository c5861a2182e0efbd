import { benchAvailability } from './availability.ts'
import { benchBooking } from './booking.ts'
import { storeAppointments } from './support/appointments.ts'
import { startStack } from './support/stack.ts'

/** `npm run bench`: the server's figures beside bare references in the same run. README.md says what is asked of them. */
const whole = (value: number) => Math.round(value).toLocaleString('en')
const ms = (value: number) => `${value.toFixed(1)} ms`

const STORED = 100_000

const stack = await startStack(10)
try {
  await storeAppointments(stack.databaseUrl, STORED)
  const { booking, bare, ratio } = await benchBooking(stack)
  console.log(`booking       ${whole(booking.perSecond)}/s, p50 ${ms(booking.p50)}, p99 ${ms(booking.p99)}`)
  console.log(
    `  bare        ${whole(bare.perSecond)}/s, p50 ${ms(bare.p50)}, p99 ${ms(bare.p99)}; ratio ${ratio.toFixed(2)}`,
  )
  const { availability, bare: bareDay } = await benchAvailability(stack)
  console.log(
    `availability  ${whole(availability.perSecond)}/s, p50 ${ms(availability.p50)}, p99 ${ms(availability.p99)}`,
  )
  console.log(
    `  bare        ${whole(bareDay.perSecond)}/s, p50 ${ms(bareDay.p50)}, p99 ${ms(bareDay.p99)}; ratio ${(availability.perSecond / bareDay.perSecond).toFixed(2)}`,
  )
} finally {
  await stack.stop()
}
