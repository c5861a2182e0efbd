import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { type Privacy, PrivacyAnswer } from '../../../contract/privacy.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { answers } from '../../platform/http/answer.ts'
import type { AccountsContext } from '../auth/context.ts'

/** Facts for the page /privacy of this clinic; its sentences are the page's. */
export function privacyRoute({ clinic, allow }: AccountsContext) {
  const data = privacyOf(clinic)
  return new Hono().get(
    '/privacy',
    describeRoute({
      summary: 'Who is responsible for what patients tell, and for how long it is kept',
      tags: ['Booking'],
      responses: answers(200, PrivacyAnswer, [401]),
    }),
    allow.public,
    (c) => c.json({ success: true as const, data }, 200),
  )
}

/** The default without settings in clinic.config.ts: the clinic itself, at its first location. */
export function privacyOf({ name, locations, privacy, retention }: Clinic): Privacy {
  const [first] = locations
  const { visitorsMonths = null, registeredMonths = null, auditMonths = null } = retention ?? {}
  return {
    controller: privacy?.controller ?? [name, first?.address].filter(Boolean).join(', '),
    contact: privacy?.contact ?? first?.phone ?? name,
    authority: privacy?.authority ?? null,
    processors: [...(privacy?.processors ?? [])],
    retention: { visitorsMonths, registeredMonths, auditMonths },
  }
}
