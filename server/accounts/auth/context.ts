import type { OidcSettings } from '../../platform/config/config.ts'
import type { PlatformContext } from '../../platform/context.ts'
import type { ReadTrail } from '../audit/reads.ts'
import type { Allow } from './bearer.ts'
import type { FactorPolicy } from './second-factor/policy.ts'

/** Dependencies of routes that know who calls. */
export type AccountsContext = PlatformContext & {
  allow: Allow
  /** Audit trail of reads, one for all routes: an entry of one is not repeated by another within the hour. */
  trail: ReadTrail
  /** Notifies the admins of a wave of bookings, at most once an hour; no caller waits for it. */
  floodNotice(): void
  /** Not set: staff sign in with passwords only. */
  oidc?: OidcSettings | undefined
  /** Types with a required second factor, and the host of passkeys. */
  secondFactor: FactorPolicy
  /** The one username whose password still counts (OIDC_ONLY); null: all do. */
  passwordsOnlyFor: string | null
}
