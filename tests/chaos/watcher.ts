import { setTimeout as delay } from 'node:timers/promises'
import clinic from '../../clinic.config.ts'
import { addDays, clinicDate } from '../../domain/clinic-time.ts'
import { ask, type Request, type RequestContext } from './ask.ts'

const EVERY_MS = 60

/** Makes the page's read calls one after the other during the load; the same rules apply to their answers. */
export function startWatcher(
  asking: RequestContext,
  staffToken: () => string | null,
): { stop(): Promise<void> } {
  let stopped = false
  const from = addDays(clinicDate(new Date(), clinic.timeZone), 10)
  const calls: Request[] = [
    { method: 'GET', path: `/api/availability?location=fct&from=${from}&to=${addDays(from, 6)}` },
    { method: 'PUT', path: '/api/fetch/services', body: { location: 'fct' } },
    { method: 'GET', path: '/readyz' },
  ]
  const staffCalls: Request[] = [
    { method: 'POST', path: '/api/appointments/fct?page=1&limit=10', body: {} },
    { method: 'GET', path: '/api/auth/session' },
    { method: 'GET', path: '/api/notifications' },
  ]
  const watch = async () => {
    while (!stopped) {
      const token = staffToken()
      for (const call of token === null ? calls : [...calls, ...staffCalls]) {
        if (stopped) return
        const headers = { authorization: `Bearer ${staffCalls.includes(call) ? token : 'portal'}` }
        const answer = await ask(asking, { ...call, headers })
        if (answer && answer.status !== 503 && answer.status >= 400) {
          asking.ledger.problem(`${call.method} ${call.path} answered ${answer.status} ${answer.code ?? ''}`)
        }
        await delay(EVERY_MS)
      }
    }
  }
  const watching = watch()
  return {
    async stop() {
      stopped = true
      await watching
    },
  }
}
