import type { MiddlewareHandler } from 'hono'
import { VISIT_BEARER } from '../../../contract/link-tokens.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { asks, bearerOf } from '../../accounts/auth/bearer.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { visitOfLink } from '../../messages/send/visit-links.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { wrongTokens } from '../../platform/http/wrong-tokens.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The id of the link's appointment. */
    visitId: string
  }
}

/**
 * Admits holders of an appointment's own link. Only unknown tokens are counted, per network: this stops guessing, and a
 * guesser blocks no patient of the same provider.
 */
export function visitGuard(
  context: Pick<AccountsContext, 'pool' | 'clinic' | 'now' | 'limits' | 'trustedProxies'>,
): MiddlewareHandler {
  const { pool, clinic, now } = context
  const sentence = deadLink(clinic)
  const countWrong = wrongTokens(context, { name: 'visit-links-wrong', message: sentence })
  return asks('visit', async (c, next) => {
    const bearer = bearerOf(c)
    if (!bearer.startsWith(VISIT_BEARER)) throw new HttpFailure('unauthorized', sentence)
    const id = await visitOfLink(pool, bearer.slice(VISIT_BEARER.length), { clinic, now: now() })
    if (id === null) {
      await countWrong(c)
      throw new HttpFailure('unauthorized', sentence)
    }
    c.set('visitId', id)
    c.header('Cache-Control', 'no-store')
    await next()
  })
}

/** The same for every fault of a link: it reveals nothing of an appointment. */
function deadLink({ locations }: Pick<Clinic, 'locations'>): string {
  const phones = locations.flatMap(({ name, phone }) => (phone ? [`${name} ${phone}`] : []))
  const call =
    phones.length === 0 ? 'Please call the clinic.' : `Please call the clinic: ${phones.join(', ')}.`
  return `This link does not work, or no longer. ${call}`
}
