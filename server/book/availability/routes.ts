import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  AvailabilityAnswer,
  AvailabilityQuery,
  NEXT_FREE_SECONDS,
  NextFreeAnswer,
  NextFreeQuery,
} from '../../../contract/availability.ts'
import { doctorsFor, lengthOf } from '../../../domain/services.ts'
import { answers } from '../../platform/http/answer.ts'
import { readerOf } from '../../platform/http/caller.ts'
import { knownLocation, knownService, wrongDoctor } from '../../platform/http/clinic-codes.ts'
import { invalidInput } from '../../platform/http/failure.ts'
import { listAnswer } from '../../platform/http/json-answer.ts'
import { parsed } from '../../platform/http/validate.ts'
import type { BookContext } from '../blocked/context.ts'
import { findAvailability, nextFreeTimes } from './availability.ts'

export function availabilityRoutes({
  pool,
  reads,
  blockers,
  clinic,
  now,
  allow,
  trustedProxies,
}: BookContext) {
  const nextFree = nextFreeTimes({ pool, blockers, clinic, now })
  return new Hono()
    .get(
      '/availability/next',
      describeRoute({
        summary: 'First free slot',
        tags: ['Booking'],
        responses: answers(200, NextFreeAnswer, [400, 401, 503]),
      }),
      allow.public,
      parsed('query', NextFreeQuery),
      async (c) => {
        const data = await nextFree(knownLocation(clinic, c.req.valid('query').location))
        c.header('Cache-Control', `private, max-age=${NEXT_FREE_SECONDS}`)
        return c.json({ success: true as const, data }, 200)
      },
    )
    .get(
      '/availability',
      describeRoute({
        summary: 'Free slots by day',
        tags: ['Booking'],
        responses: answers(200, AvailabilityAnswer, [400, 401, 503]),
      }),
      allow.public,
      parsed('query', AvailabilityQuery),
      async (c) => {
        const { location: text, from, to, doctorId, serviceId } = c.req.valid('query')
        const location = knownLocation(clinic, text)
        const service = knownService(clinic, serviceId)
        const wrong = wrongDoctor(clinic, doctorId, { location: location.code, service })
        if (wrong) throw invalidInput({ doctorId: wrong })
        const doctors = doctorsFor(clinic, location.code, service)
        const asked = doctors.filter(({ id }) => doctorId === undefined || id === doctorId)
        const reader = reads.for(readerOf(c, trustedProxies))
        const data = await findAvailability({ pool: reader, blockers }, clinic, {
          location,
          from,
          to,
          doctors: asked,
          minutes: lengthOf(service),
          now: now(),
        })
        return listAnswer(c, data)
      },
    )
}
