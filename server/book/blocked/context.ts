import type { Pool } from 'pg'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import type { IncomingSettings } from '../../messages/replies/settings.ts'
import type { CurrentBlockers } from './current.ts'

/** Dependencies of the book's routes. */
export type BookContext = AccountsContext & {
  /** Reserved for bookings. */
  bookingPool: Pool
  blockers: CurrentBlockers
  /** Delivery of replies to SMS; null: they are not read. */
  incomingSms: IncomingSettings | null
}
