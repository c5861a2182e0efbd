import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { DoctorsAnswer, FetchDoctors, FetchServices, ServicesAnswer } from '../../contract/catalog.ts'
import type { AppContext } from '../context.ts'
import { answers } from '../http/answer.ts'
import { parsed } from '../http/validate.ts'
import { doctorsAnswer, knownLocation } from './catalog.ts'

/** The unusual methods are the specification's (section 7). */
export function catalogRoutes({ clinic, allow }: AppContext) {
  return new Hono()
    .put(
      '/fetch/services',
      describeRoute({
        summary: 'Services of a location, of one type or of both',
        tags: ['Booking'],
        responses: answers(200, ServicesAnswer, [400, 401]),
      }),
      allow.public,
      parsed('json', FetchServices),
      (c) => {
        const { location, type } = c.req.valid('json')
        knownLocation(clinic, location)
        const data = clinic.services
          .filter((service) => !type || service.type === type)
          .map(({ id, name, tariff }) => ({ id, name, tariff: tariff ?? null }))
        return c.json({ success: true as const, data })
      },
    )
    .patch(
      '/fetch/doctors',
      describeRoute({
        summary: 'Doctors of a location',
        tags: ['Booking'],
        responses: answers(200, DoctorsAnswer, [400, 401]),
      }),
      allow.public,
      parsed('json', FetchDoctors),
      (c) => {
        const location = knownLocation(clinic, c.req.valid('json').location)
        return c.json(doctorsAnswer(clinic, location.code))
      },
    )
}
