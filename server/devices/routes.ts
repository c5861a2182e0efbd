import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  DeviceParam,
  type DeviceRow,
  DevicesAnswer,
  DevicesQuery,
  RegisterDevice,
  RegisteredDeviceAnswer,
} from '../../contract/devices.ts'
import { DoneAnswer } from '../../contract/envelope.ts'
import { isoWithOffset } from '../../domain/clinic-time.ts'
import { displayName } from '../../domain/staff.ts'
import type { AppContext } from '../context.ts'
import { answers } from '../http/answer.ts'
import { HttpFailure } from '../http/failure.ts'
import { pageAnswer } from '../http/json-answer.ts'
import { createLimit } from '../http/limits.ts'
import { parsed } from '../http/validate.ts'
import { wireNames } from '../staff/staff-user.ts'
import { ACTIVE_DEVICES, type ListedDevice, listDevices, registerDevice, revokeDevice } from './repository.ts'

const HOUR_SECONDS = 3_600

/** The reception tablets: which there are, a new one, and one that is taken out; for admins alone. */
export function deviceRoutes({ pool, clinic, now, allow, limits }: AppContext) {
  const perAdmin = createLimit({
    pool,
    name: 'devices',
    uses: 20,
    perSeconds: HOUR_SECONDS,
    message: 'You have set up many tablets. Please go on in {minutes} minutes.',
    enabled: limits,
  })

  return new Hono()
    .get(
      '/devices',
      describeRoute({
        summary: 'Reception tablets',
        description: 'Active ones by name, then those that ended in the last 30 days, the latest first.',
        tags: ['Devices'],
        responses: answers(200, DevicesAnswer, [400, 401, 403, 503]),
      }),
      allow.admin,
      parsed('query', DevicesQuery),
      async (c) => {
        const { page, limit } = c.req.valid('query')
        const { total, rows } = await listDevices(pool, { page, limit }, now())
        const listed = rows.map((each) => deviceRow(each, clinic.timeZone))
        return pageAnswer(c, listed, { page, limit, total })
      },
    )
    .post(
      '/devices',
      describeRoute({
        summary: 'Make the browser that asks a reception tablet',
        description:
          'Answers the token of the device, this once. It is good for POST /devices/contact and for nothing else.',
        tags: ['Devices'],
        responses: answers(201, RegisteredDeviceAnswer, [400, 401, 403, 429, 503]),
      }),
      allow.admin,
      parsed('json', RegisterDevice),
      async (c) => {
        const { id: by } = c.var.staff
        await perAdmin.use(by)
        const device = await registerDevice(pool, c.req.valid('json').name, { by, now: now(), limits })
        if (device === 'too_many') {
          await perAdmin.giveBack(by)
          throw new HttpFailure(
            'too_many_requests',
            `There are ${ACTIVE_DEVICES} reception tablets already. Please revoke one first.`,
            { retryAfter: HOUR_SECONDS },
          )
        }
        return c.json({ success: true as const, data: device }, 201)
      },
    )
    .delete(
      '/devices/:id',
      describeRoute({
        summary: 'Revoke a reception tablet: it deletes what it keeps at its next contact',
        description: 'Revoking one that has ended already changes nothing.',
        tags: ['Devices'],
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.admin,
      parsed('param', DeviceParam),
      async (c) => {
        const isKnown = await revokeDevice(pool, c.req.valid('param').id, {
          by: c.var.staff.id,
          now: now(),
        })
        if (!isKnown) throw new HttpFailure('not_found', 'There is no such tablet.')
        return c.json({ success: true as const, message: 'Tablet revoked.' })
      },
    )
}

function deviceRow({ by, registeredAt, lastSeenAt, ...device }: ListedDevice, timeZone: string): DeviceRow {
  return {
    ...device,
    registeredBy: by && displayName(wireNames(by)),
    registeredAt: isoWithOffset(registeredAt, timeZone),
    lastSeenAt: lastSeenAt && isoWithOffset(lastSeenAt, timeZone),
  }
}
