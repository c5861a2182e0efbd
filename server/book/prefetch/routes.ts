import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { DevicePrefetch, DevicePrefetchAnswer, type SealedEntry } from '../../../contract/devices.ts'
import { narrowest } from '../../../domain/rights.ts'
import { noteFetch } from '../../accounts/audit/reads-by-programs.ts'
import { contact } from '../../accounts/devices/contact.ts'
import { deviceGate } from '../../accounts/devices/device-only.ts'
import { keyOfPerson } from '../../accounts/devices/people.ts'
import { sealKeyOf } from '../../accounts/devices/seal-key.ts'
import { answers } from '../../platform/http/answer.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import type { ListContext } from '../list/context.ts'
import { appointmentTotals } from '../list/totals.ts'
import { answersAhead } from './prefetch.ts'
import { sealEntries } from './seal-entries.ts'

const HOUR_SECONDS = 3_600
/** Refreshes per tablet in an hour; a copied token shares them. */
const REFRESHES = 4

/** The call by which a tablet refreshes its stored data unattended: sealed here, for its key alone. */
export function devicePrefetchRoute(context: ListContext) {
  const { pool, blockers, clinic, now, limits } = context
  const { limited, deviceOnly } = deviceGate(context)
  const parts = { pool, blockers, clinic, totals: appointmentTotals(pool) }
  const perDevice = createLimit({
    pool,
    name: 'device-prefetches',
    uses: REFRESHES,
    perSeconds: HOUR_SECONDS,
    message: 'This tablet has already updated itself several times. Please try again in {minutes} minutes.',
    enabled: limits,
  })

  return new Hono().post(
    '/devices/prefetch',
    describeRoute({
      summary: 'What a reception tablet refreshes by itself, sealed for its key',
      description:
        "The bearer is the device's own token. Answers today and the next 14 days of the tablet's locations, as far as the owner of the pages may read, the first " +
        'pages of the lists, blockers and doctors, each under the question that it answers and sealed for the public ' +
        'key that this person has there: without their PIN nothing of it can be read. `owner` is whose pages ' +
        `are on the device; for \`keep\` see POST /devices/contact. At most ${REFRESHES} times an hour.`,
      tags: ['Devices'],
      responses: answers(200, DevicePrefetchAnswer, [400, 401, 429, 503]),
    }),
    limited,
    deviceOnly,
    parsed('json', DevicePrefetch),
    async (c) => {
      const { device } = c.var
      const { owner, rightsVersion } = c.req.valid('json')
      const { keep, reach } = await contact(pool, device, { owner, rightsVersion, lockedOut: false }, now())
      const publicKey = reach && (await keyOfPerson(pool, { device: device.id, staff: owner }))
      const key = publicKey ? await sealKeyOf(publicKey) : null
      let entries: SealedEntry[] = []
      if (key && reach) {
        await perDevice.use(device.id)
        const at = now()
        const { found, appointments } = await answersAhead(
          parts,
          narrowest(reach, { locations: device.locations, doctorId: null }),
          at,
        )
        // Without an audit entry there is no answer; no caller waits for one.
        await noteFetch(pool, {
          action: 'device.prefetched',
          subject: { kind: 'device', id: device.id },
          details: { by: 'device', owner },
          appointments,
          hours: 1,
        })
        entries = await sealEntries(found, key, at)
      }
      return c.json({ success: true as const, data: { keep, entries } })
    },
  )
}
