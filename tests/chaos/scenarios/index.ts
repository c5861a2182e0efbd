import { clockJumps } from './clock.ts'
import { connections } from './connections.ts'
import { containers } from './containers.ts'
import { diskFull } from './disk-full.ts'
import { failover } from './failover.ts'
import { killDatabase } from './kill-database.ts'
import { killServer } from './kill-server.ts'
import { messagesAway } from './messages-away.ts'
import { restartDatabase } from './restart-database.ts'
import type { Scenario } from './scenario.ts'

export const SCENARIOS: readonly Scenario[] = [
  killServer,
  killDatabase,
  restartDatabase,
  diskFull,
  messagesAway,
  clockJumps,
  connections,
  failover,
  containers,
]
