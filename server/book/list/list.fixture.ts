import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { Appointment } from '../../../contract/appointments.ts'
import type { BookAppointmentWire } from '../../../contract/booking.ts'
import type { Paging } from '../../../contract/envelope.ts'
import { startClinic } from '../../../tests/support/clinic.ts'

type Clinic = Awaited<ReturnType<typeof startClinic>>

/** A clinic for the tests of one file, with an admin who lists its appointments. */
export function clinicWithList() {
  let clinic: Clinic
  let bearer: { authorization: string }

  beforeAll(async () => {
    clinic = await startClinic()
    bearer = (await clinic.signedIn()).bearer
  })
  afterAll(() => clinic[Symbol.asyncDispose]())

  return {
    get clinic() {
      return clinic
    },
    get bearer() {
      return bearer
    },
    /** Asks for a list; without a search there is no body at all. */
    async list(path: string, search?: unknown) {
      const body = search === undefined ? undefined : { search }
      const answer = await clinic.call('POST', `/api/appointments/${path}`, body, bearer)
      const { data: rows = [], paging } = answer.body as { data?: Appointment[]; paging?: Paging }
      return { ...answer, rows, paging, references: rows.map(({ reference }) => reference) }
    },
    /** Books and returns the reference. */
    async book(more: Partial<BookAppointmentWire>): Promise<string> {
      const { body } = await clinic.book(more)
      return (body.data as { reference: string }).reference
    },
    /** A session from a later hour counts as over, so this signs in again. */
    async turnClock(time: string) {
      clinic.clock.now = new Date(time)
      bearer = (await clinic.signedIn({ username: `from-${randomUUID().slice(0, 8)}` })).bearer
    },
    empty: () => clinic.database.pool.query('DELETE FROM appointments'),
    setStatus: (reference: string, status: string) =>
      clinic.database.pool.query('UPDATE appointments SET status = $2 WHERE reference = $1', [
        reference,
        status,
      ]),
  }
}
