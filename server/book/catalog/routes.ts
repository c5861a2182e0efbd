import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { DoctorsAnswer, FetchDoctors, FetchServices, ServicesAnswer } from '../../../contract/catalog.ts'
import { ClinicAnswer } from '../../../contract/clinic.ts'
import { publicClinic } from '../../../domain/public-clinic.ts'
import { isOfferedAt, lengthOf } from '../../../domain/services.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { answers } from '../../platform/http/answer.ts'
import type { Asset } from '../../platform/http/assets.ts'
import { doctorsAnswer, knownLocation, knownService } from '../../platform/http/clinic-codes.ts'
import { madeAsset } from '../../platform/http/made-asset.ts'
import { sendAsset } from '../../platform/http/send-asset.ts'
import { parsed } from '../../platform/http/validate.ts'

/** The unusual methods are the specification's (section 7). */
export function catalogRoutes({ clinic, allow }: AccountsContext) {
  return new Hono()
    .put(
      '/fetch/services',
      describeRoute({
        summary: 'What a location offers, of one type or of both',
        tags: ['Booking'],
        responses: answers(200, ServicesAnswer, [400, 401]),
      }),
      allow.public,
      parsed('json', FetchServices),
      (c) => {
        const { location, type } = c.req.valid('json')
        const { code } = knownLocation(clinic, location)
        const data = clinic.services
          .filter((service) => (!type || service.type === type) && isOfferedAt(clinic, code, service))
          .map((service) => ({
            id: service.id,
            name: service.name,
            tariff: service.tariff ?? null,
            minutes: lengthOf(service),
            doctors: service.doctors ? [...service.doctors] : null,
          }))
        return c.json({ success: true as const, data })
      },
    )
    .patch(
      '/fetch/doctors',
      describeRoute({
        summary: 'Doctors of a location, or of them those who do a service',
        tags: ['Booking'],
        responses: answers(200, DoctorsAnswer, [400, 401]),
      }),
      allow.public,
      parsed('json', FetchDoctors),
      (c) => {
        const { location, serviceId } = c.req.valid('json')
        const { code } = knownLocation(clinic, location)
        return c.json(doctorsAnswer(clinic, code, knownService(clinic, serviceId)))
      },
    )
}

/**
 * GET /clinic. Its bytes are made once, and a caller who has them gets 304. Without a bearer and without a limit of
 * calls, like the page's own files: every page asks once, whole towns share a network, and counting would cost more
 * than answering.
 */
export function clinicRoute({ clinic, allow }: Pick<AccountsContext, 'clinic' | 'allow'>) {
  let made: Promise<Asset> | undefined
  const make = () => {
    const text = JSON.stringify({ success: true, data: publicClinic(clinic) })
    return madeAsset('/clinic.json', text)
  }
  return new Hono().get(
    '/clinic',
    describeRoute({
      summary: 'What everybody may know of the clinic: places, hours, doctors, services',
      description: 'With an ETag, and 304 where `If-None-Match` has it.',
      tags: ['Booking'],
      responses: { ...answers(200, ClinicAnswer, []), 304: { description: 'Unchanged' } },
    }),
    allow.anyone,
    async (c) => {
      made ??= make()
      return sendAsset(c, await made)
    },
  )
}
