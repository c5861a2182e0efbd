import { Hono, type MiddlewareHandler } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Pool } from 'pg'
import { DeviceContact, DeviceContactAnswer } from '../../contract/devices.ts'
import type { AppContext } from '../context.ts'
import { answers } from '../http/answer.ts'
import { bearerOf } from '../http/bearer.ts'
import { callerAddress } from '../http/caller.ts'
import { HttpFailure } from '../http/failure.ts'
import { createLimit } from '../http/limits.ts'
import { parsed } from '../http/validate.ts'
import { contact, findDevice, type KnownDevice } from './contact.ts'

/** The call by which a tablet learns what it may keep, whether somebody is signed in on it or not. */
export function deviceContactRoute({ pool, now, limits, trustedProxies }: AppContext) {
  // All tablets of a clinic stand behind one address, and each asks every minute while it is looked at.
  const perCaller = createLimit({
    pool,
    name: 'device-contacts',
    uses: 600,
    perSeconds: 300,
    message: 'Too many requests from your connection. Please try again in {minutes} minutes.',
    enabled: limits,
  })
  const limited: MiddlewareHandler = async (c, next) => {
    await perCaller.use(callerAddress(c, trustedProxies))
    await next()
  }

  return new Hono().post(
    '/devices/contact',
    describeRoute({
      summary: 'What a reception tablet may keep',
      description:
        "The bearer is the device's own token; of any other, a session's included, the answer is 401. Calling it is " +
        'being heard of, and for a revoked device being told.',
      tags: ['Devices'],
      responses: answers(200, DeviceContactAnswer, [400, 401, 429, 503]),
    }),
    limited,
    deviceOnly(pool),
    parsed('json', DeviceContact),
    async (c) => {
      const keep = await contact(pool, c.var.device, c.req.valid('json'), now())
      return c.json({ success: true as const, data: { keep } })
    },
  )
}

/** Lets a tablet through that shows its own token, revoked or not, as `c.var.device`. */
function deviceOnly(pool: Pool): MiddlewareHandler<{ Variables: { device: KnownDevice } }> {
  return async (c, next) => {
    const device = await findDevice(pool, bearerOf(c))
    if (!device) throw new HttpFailure('unauthorized', 'This device is not a reception tablet of the clinic.')
    c.set('device', device)
    c.header('Cache-Control', 'no-store')
    await next()
  }
}
