import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { AvailabilityAnswer, AvailabilityQuery } from '../../contract/availability.ts'
import { doctorsOf, knownLocation } from '../catalog/catalog.ts'
import type { AppContext } from '../context.ts'
import { answers } from '../http/answer.ts'
import { invalidInput } from '../http/failure.ts'
import { listAnswer } from '../http/json-answer.ts'
import { parsed } from '../http/validate.ts'
import { findAvailability } from './availability.ts'

export function availabilityRoutes({ pool, blockers, clinic, now, allow }: AppContext) {
  return new Hono().get(
    '/availability',
    describeRoute({
      summary: 'Free slots by day',
      tags: ['Booking'],
      responses: answers(200, AvailabilityAnswer, [400, 401, 503]),
    }),
    allow.public,
    parsed('query', AvailabilityQuery),
    async (c) => {
      const { location: text, from, to, doctorId } = c.req.valid('query')
      const location = knownLocation(clinic, text)
      const doctors = doctorsOf(clinic, location.code)
      const asked = doctorId === undefined ? doctors : doctors.filter((doctor) => doctor.id === doctorId)
      if (doctorId !== undefined && asked.length === 0) throw invalidInput({ doctorId: 'doctor_unknown' })
      const data = await findAvailability({ pool, blockers }, clinic, {
        location,
        from,
        to,
        doctorIds: asked.map((doctor) => doctor.id),
        now: now(),
      })
      return listAnswer(c, data)
    },
  )
}
