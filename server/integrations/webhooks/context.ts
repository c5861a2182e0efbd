import type { AccountsContext } from '../../accounts/auth/context.ts'
import type { NamedHosts } from './addresses.ts'
import type { Resolve } from './reach.ts'
import type { DeliveryCounts } from './worker.ts'

export type WebhookContext = AccountsContext & {
  /** Permitted hosts of webhooks, and this process's counts of deliveries. */
  webhooks: { named: NamedHosts; resolve: Resolve; counts: Readonly<DeliveryCounts> }
}
