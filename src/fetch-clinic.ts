import type { PublicClinic } from '../domain/public-clinic.ts'
import { apiBaseUrl } from './build.ts'

const TIMEOUT_MS = 10_000

/** GET /clinic, which the browser stores. @throws Error when no answer came, or none that can be read */
export async function fetchClinic(): Promise<PublicClinic> {
  const [answer, { parseClinicAnswer }] = await Promise.all([
    fetch(`${apiBaseUrl}/clinic`, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    // Beside the call: booking's first load does without valibot.
    import('./clinic-answer.ts'),
  ])
  return parseClinicAnswer(await answer.json())
}
