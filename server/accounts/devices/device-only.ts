import type { MiddlewareHandler } from 'hono'
import { callerOf } from '../../platform/http/caller.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { createCallerLimit } from '../../platform/http/limits.ts'
import { asks, bearerOf } from '../auth/bearer.ts'
import type { AccountsContext } from '../auth/context.ts'
import { findDevice, type KnownDevice } from './contact.ts'

/**
 * Guards the calls that a tablet makes by itself: limits the caller, whatever the token, and then identifies it. Its
 * own token passes, revoked or not, as `c.var.device`.
 */
export function deviceGate({ pool, limits, trustedProxies }: AccountsContext) {
  // All tablets of a clinic share one address, and each calls every minute while it is in view.
  const perCaller = createCallerLimit({
    pool,
    name: 'device-contacts',
    uses: 600,
    perSeconds: 300,
    message: 'Too many requests from your connection. Please try again in {minutes} minutes.',
    enabled: limits,
  })
  const limited: MiddlewareHandler = async (c, next) => {
    await perCaller.use(callerOf(c, trustedProxies))
    await next()
  }
  const gate: MiddlewareHandler<{ Variables: { device: KnownDevice } }> = async (c, next) => {
    const device = await findDevice(pool, bearerOf(c))
    if (!device)
      throw new HttpFailure('unauthorized', "This device isn't one of the clinic's reception tablets.")
    c.set('device', device)
    c.header('Cache-Control', 'no-store')
    await next()
  }
  return { limited, deviceOnly: asks('device', gate) }
}
