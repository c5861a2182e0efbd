import type { Context } from 'hono'
import type { Pool } from 'pg'
import { callerOf } from './caller.ts'
import { createCallerLimit } from './limits.ts'

/** Wrong tokens per address and hour. */
const WRONG_PER_HOUR = 20

/**
 * Counts a token that opens nothing, for the caller that it comes from.
 * @throws HttpFailure 429 with the message past WRONG_PER_HOUR
 */
export function wrongTokens(
  { pool, limits, trustedProxies }: { pool: Pool; limits: boolean; trustedProxies: number },
  { name, message }: { name: string; message: string },
): (c: Context) => Promise<void> {
  const wrong = createCallerLimit({
    pool,
    name,
    uses: WRONG_PER_HOUR,
    perSeconds: 3_600,
    message,
    enabled: limits,
  })
  return async (c) => void (await wrong.use(callerOf(c, trustedProxies)))
}
