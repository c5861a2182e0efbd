import type { Pool } from 'pg'
import type { OidcRefusal } from '../../../../contract/auth.ts'
import type { LogRefusal } from '../../../platform/http/refusal-log.ts'
import { failureFacts, refusalOf } from './failure.ts'
import type { OpenIdProvider } from './provider.ts'
import { type CameBack, drop, takeState, vouchFor } from './sign-ins.ts'

type World = {
  pool: Pool
  provider: OpenIdProvider
  logRefusal: LogRefusal
  now(): Date
  passwordsOnlyFor: string | null
}
/** `search` is the callback's whole query, `state` a parameter in it. */
type Asked = { state: string; search: string; requestId: string }

/**
 * Handles the callback: returns a one-use code, or an error code. It never throws, since a person waits
 * there; the log has the cause, without addresses.
 */
export async function wayBack(
  world: World,
  asked: Asked,
): Promise<{ code: string } | { error: OidcRefusal }> {
  const { pool, logRefusal, now } = world
  let cameBack: CameBack | null = null
  try {
    cameBack = await takeState(pool, asked.state, now())
    if (cameBack === null) return { error: 'expired' }
    const refusal = await recognise(world, asked, cameBack)
    if (refusal === null) return { code: cameBack.code }
    const facts = { reason: refusal.reason, requestId: asked.requestId }
    logRefusal(facts, { says: 'OpenID sign-in by nobody of the staff' })
    await drop(pool, cameBack)
    return { error: 'not_staff' }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal !== 'cancelled') {
      const facts = { ...failureFacts(error), requestId: asked.requestId }
      logRefusal(facts, { says: 'OpenID sign-in failed' })
    }
    // The sign-in is unusable anyway; if the database is away, a later sign-in deletes it.
    if (cameBack) await drop(pool, cameBack).catch(() => {})
    return { error: refusal }
  }
}

/** Links the sign-in with the verified staff member; else returns the reason for the log. */
async function recognise(
  { pool, provider, now, passwordsOnlyFor }: World,
  { search }: Asked,
  cameBack: CameBack,
): Promise<{ reason: string } | null> {
  const person = await provider.person(search, cameBack.checks)
  if (person === null) return { reason: 'the provider says nothing of the person' }
  if (await vouchFor(pool, cameBack, person, { now: now(), passwordsOnlyFor })) return null
  return {
    reason:
      person.email === null
        ? 'the provider vouches for no address'
        : 'no active staff member is bound to the person, and none without a binding has the address or is invited by it',
  }
}
