import type { Context } from 'hono'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { ownVisit } from './own-visit.ts'

/** The tag of the calls of an appointment's own link. */
export const TAGS = ['Own visit']
/** Per appointment and kind of change: more than anybody needs, and a limit on misuse of a found link. */
export const CHANGES_PER_HOUR = 30
export const GONE = "This appointment doesn't exist."
export const TOO_LATE = 'This can no longer be changed online. Please call the clinic.'

/** The current appointment of a link, the answer of each of its calls. @throws HttpFailure 404 when it is gone */
export const ownVisitAnswer =
  ({ pool, clinic, now }: Pick<AccountsContext, 'pool' | 'clinic' | 'now'>) =>
  async (c: Context) => {
    const data = await ownVisit(pool, c.var.visitId, { clinic, now: now() })
    if (!data) throw new HttpFailure('not_found', GONE)
    return c.json({ success: true as const, data }, 200)
  }
