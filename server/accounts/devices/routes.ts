import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  DeviceContact,
  DeviceContactAnswer,
  DeviceParam,
  type DeviceRow,
  DevicesAnswer,
  DevicesQuery,
  RegisterDevice,
  RegisteredDeviceAnswer,
} from '../../../contract/devices.ts'
import { DoneAnswer } from '../../../contract/envelope.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { isoWithOffset } from '../../../domain/clinic-time.ts'
import { reachesAll } from '../../../domain/rights.ts'
import { displayName } from '../../../domain/staff.ts'
import { answers } from '../../platform/http/answer.ts'
import { knownCodes } from '../../platform/http/clinic-codes.ts'
import { createOnce, KeyHeader } from '../../platform/http/create-once.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { pageAnswer } from '../../platform/http/json-answer.ts'
import { createLimit, madeWithin } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import { NOT_ALLOWED } from '../auth/bearer.ts'
import type { AccountsContext } from '../auth/context.ts'
import { wireNames } from '../auth/staff-user.ts'
import { contact } from './contact.ts'
import { deviceGate } from './device-only.ts'
import { peopleOf } from './people.ts'
import { ACTIVE_DEVICES, type ListedDevice, listDevices, registerDevice, revokeDevice } from './repository.ts'

const HOUR_SECONDS = 3_600

/**
 * The reception tablets: list, registration and revocation. People bound to locations see and change those within their
 * locations.
 */
export function deviceRoutes({ pool, clinic, now, allow, limits }: AccountsContext) {
  const perAdmin = createLimit({
    pool,
    name: 'devices',
    uses: 20,
    perSeconds: HOUR_SECONDS,
    message: "You've set up a lot of tablets. Please continue in {minutes} minutes.",
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
      allow.to('devices'),
      parsed('query', DevicesQuery),
      async (c) => {
        const { page, limit } = c.req.valid('query')
        const { total, rows } = await listDevices(pool, { page, limit }, { reach: c.var.reach, now: now() })
        const listed = rows.map((each) => deviceRow(each, clinic.timeZone))
        return pageAnswer(c, listed, { page, limit, total })
      },
    )
    .post(
      '/devices',
      describeRoute({
        summary: 'Make the browser that asks a reception tablet',
        description:
          'Answers the token of the device, this once. It is good for POST /devices/contact, /devices/prefetch and, ' +
          'with a PIN, /devices/pin. `locations` are those that the tablet refreshes by itself: left out, the first ' +
          "of one's own, and all for an admin without any. Needs a fresh proof.",
        tags: ['Devices'],
        responses: answers(201, RegisteredDeviceAnswer, [400, 401, 403, 409, 429, 503]),
      }),
      allow.to('devices', { proof: 'fresh' }),
      parsed('header', KeyHeader),
      parsed('json', RegisterDevice),
      async (c) => {
        const { id: by, locations: own } = c.var.staff
        const { name, locations } = c.req.valid('json')
        const entered = { name, locations: codesOf(clinic, locations, own[0] ?? null) }
        if (!reachesAll(c.var.reach, entered.locations)) throw new HttpFailure('forbidden', NOT_ALLOWED)
        const call = { caller: by, body: c.req.valid('json') }
        const device = await madeWithin(
          perAdmin,
          by,
          () => createOnce(c, pool, call, (db) => registerDevice(db, entered, { by, now: now(), limits })),
          `There are ${ACTIVE_DEVICES} reception tablets already. Please revoke one first.`,
        )
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
      allow.to('devices'),
      parsed('param', DeviceParam),
      async (c) => {
        const isKnown = await revokeDevice(pool, c.req.valid('param').id, {
          by: c.var.staff.id,
          session: c.var.session.tokenHash,
          reach: c.var.reach,
          now: now(),
        })
        if (!isKnown) throw new HttpFailure('not_found', "This tablet doesn't exist.")
        return c.json({ success: true as const, message: 'Tablet revoked.' })
      },
    )
}

/**
 * The codes that a tablet is for; null: all. Without a choice it is where the caller works.
 * @throws HttpFailure 400 for a location that the clinic does not have
 */
function codesOf(
  { locations }: Pick<Clinic, 'locations'>,
  chosen: readonly string[] | null,
  own: string | null,
): string[] | null {
  if (!chosen) return locations.some(({ code }) => code === own) ? [own as string] : null
  return knownCodes({ locations }, chosen)
}

function deviceRow(
  { by, people, registeredAt, lastSeenAt, ...device }: ListedDevice,
  timeZone: string,
): DeviceRow {
  return {
    ...device,
    registeredBy: by && displayName(wireNames(by)),
    people: people.map(({ id, signedInAt, ...names }) => ({
      id,
      name: displayName(wireNames(names)),
      signedInAt: isoWithOffset(new Date(signedInAt), timeZone),
    })),
    registeredAt: isoWithOffset(registeredAt, timeZone),
    lastSeenAt: lastSeenAt && isoWithOffset(lastSeenAt, timeZone),
  }
}

/** The call by which a tablet learns its permitted data, with or without a signed-in person. */
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
