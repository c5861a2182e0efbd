import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clinic } from '../../domain/clinic.ts'
import type { ReadTrail } from '../accounts/audit/reads.ts'
import type { Allow } from '../accounts/auth/bearer.ts'
import type { FactorPolicy } from '../accounts/auth/second-factor/policy.ts'
import type { CurrentBlockers } from '../book/blocked/current.ts'
import type { Totals } from '../book/list/totals.ts'
import type { NamedHosts } from '../integrations/webhooks/addresses.ts'
import type { Resolve } from '../integrations/webhooks/reach.ts'
import type { DeliveryCounts } from '../integrations/webhooks/worker.ts'
import type { IncomingSettings } from '../messages/replies/settings.ts'
import type { OidcSettings } from './config/config.ts'
import type { StandbyReads } from './db/standby-reads.ts'
import type { Events } from './events/events.ts'
import type { LogRefusal } from './http/refusal-log.ts'
import type { Afterwards } from './process/afterwards.ts'
import type { Proofs } from './proofs/proofs.ts'

/** Dependencies of the routes; tests pass their own clock and database. */
export type AppContext = {
  pool: Pool
  /** Where what only reads may read from: a standby, where there is one that has what the caller wrote. */
  reads: StandbyReads
  /** Reserved for bookings. */
  bookingPool: Pool
  clinic: Clinic
  log: Logger
  /** Writes what strangers can have refused as often as they like: 20 lines of a kind in a minute. */
  logRefusal: LogRefusal
  now(): Date
  blockers: CurrentBlockers
  /** How many appointments there are of what is asked for; whoever adds or cancels some has it forget. */
  totals: Totals
  /** Tells those who watch what has changed. */
  events: Events
  allow: Allow
  /** Work that no answer waits for. */
  afterwards: Afterwards
  /** Of reads, one for all routes: what one has written down no other writes again within the hour. */
  trail: ReadTrail
  /** Proofs of work, which strangers are asked for when they are many. */
  proofs: Proofs
  /** Tells the admins of a flood of bookings, at most once an hour; nobody waits for it. */
  floodNotice(): void
  /** False lifts all rate limits. */
  limits: boolean
  /** Not set: staff sign in with passwords only. */
  oidc?: OidcSettings | undefined
  /** Who must have a second factor, and for which host passkeys are. */
  secondFactor: FactorPolicy
  /** The one username whose password still counts (OIDC_ONLY); null: all do. */
  passwordsOnlyFor: string | null
  /** How answers to SMS come; null: they are not read. */
  incomingSms: IncomingSettings | null
  /** Where webhooks may lead, and what this process has delivered. */
  webhooks: { named: NamedHosts; resolve: Resolve; counts: Readonly<DeliveryCounts> }
  /** Number of trusted proxies in front. */
  trustedProxies: number
  /** Whether people open the portal with TLS (PUBLIC_URL): cookies ask for it then. */
  isHttps: boolean
  isStopping(): boolean
  /** Whether this process works on jobs. */
  jobsAreHeard(): boolean
}
