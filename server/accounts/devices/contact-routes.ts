import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { DeviceContact, DeviceContactAnswer } from '../../../contract/devices.ts'
import { answers } from '../../platform/http/answer.ts'
import { parsed } from '../../platform/http/validate.ts'
import type { AccountsContext } from '../auth/context.ts'
import { contact } from './contact.ts'
import { deviceGate } from './device-only.ts'
import { peopleOf } from './people.ts'

/** The call by which a tablet learns what it may keep, whether somebody is signed in on it or not. */
export function deviceContactRoute(context: AccountsContext) {
  const { limited, deviceOnly } = deviceGate(context)

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
    deviceOnly,
    parsed('json', DeviceContact),
    async (c) => {
      const { pool } = context
      const { device } = c.var
      const { keep } = await contact(pool, device, c.req.valid('json'), context.now())
      const people = keep === 'nothing' ? [] : await peopleOf(pool, device.id)
      return c.json({ success: true as const, data: { keep, people } })
    },
  )
}
