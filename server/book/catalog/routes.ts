import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { DoctorsAnswer, FetchDoctors, FetchServices, ServicesAnswer } from '../../../contract/catalog.ts'
import { isOfferedAt, lengthOf } from '../../../domain/services.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { answers } from '../../platform/http/answer.ts'
import { doctorsAnswer, knownLocation, knownService } from '../../platform/http/clinic-codes.ts'
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
