import type { AccountsContext } from '../../accounts/auth/context.ts'
import type { NamedHosts } from './addresses.ts'
import type { Resolve } from './reach.ts'
import type { DeliveryCounts } from './worker.ts'

export type WebhookContext = AccountsContext & {
  /** Where webhooks may lead, and what this process has delivered. */
  webhooks: { named: NamedHosts; resolve: Resolve; counts: Readonly<DeliveryCounts> }
}
