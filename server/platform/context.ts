import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clinic } from '../../domain/clinic.ts'
import type { StandbyReads } from './db/standby-reads.ts'
import type { Events } from './events/events.ts'
import type { LogRefusal } from './http/refusal-log.ts'
import type { Afterwards } from './process/afterwards.ts'
import type { Proofs } from './proofs/proofs.ts'

/** Dependencies of all routes; tests pass their own clock and database. Each group adds its own to them. */
export type PlatformContext = {
  pool: Pool
  /** Source of reads without writes: a standby, where one has the caller's writes. */
  reads: StandbyReads
  clinic: Clinic
  log: Logger
  /** Writes what strangers can have refused as often as they like: 20 lines of a kind in a minute. */
  logRefusal: LogRefusal
  now(): Date
  /** Publishes changes to watchers. */
  events: Events
  /** Work that no answer waits for. */
  afterwards: Afterwards
  /** Proofs of work, required of strangers when they are many. */
  proofs: Proofs
  /** False lifts all rate limits. */
  limits: boolean
  /** Number of trusted proxies in front. */
  trustedProxies: number
  /** Whether people open the portal with TLS (PUBLIC_URL): cookies ask for it then. */
  isHttps: boolean
  isStopping(): boolean
  /** Whether this process works on jobs. */
  jobsAreHeard(): boolean
}
