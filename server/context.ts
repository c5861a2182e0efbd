import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clinic } from '../domain/clinic.ts'
import type { Totals } from './appointments/totals.ts'
import type { CurrentBlockers } from './blockers/current.ts'
import type { OidcSettings } from './config.ts'
import type { Events } from './events/events.ts'
import type { Allow } from './http/bearer.ts'

/** What the calls need of the world; tests give their own clock and database. */
export type AppContext = {
  pool: Pool
  /** Connections that bookings have to themselves. */
  bookingPool: Pool
  clinic: Clinic
  log: Logger
  now(): Date
  blockers: CurrentBlockers
  /** How many appointments there are of what is asked for; whoever adds or cancels some has it forget. */
  totals: Totals
  /** Tells those who watch what has changed. */
  events: Events
  /** Who may call, by the bearer token; stated on each route. */
  allow: Allow
  /** False lifts every limit on how often and how many. */
  limits: boolean
  /** The OpenID provider by which staff may sign in; without it passwords alone. */
  oidc?: OidcSettings | undefined
  /** How many proxies in front are believed about the caller's address. */
  trustedProxies: number
  /** Whether the server has been told to stop. */
  isStopping(): boolean
}
