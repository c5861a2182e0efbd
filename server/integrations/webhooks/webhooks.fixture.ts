import { expect, onTestFinished } from 'vitest'
import type { ChangeAppointmentWire } from '../../../contract/appointments.ts'
import type { Delivery, Webhook, WebhookSecret } from '../../../contract/webhooks.ts'
import { startClinic, type TestOptions } from '../../../tests/support/clinic.ts'
import { capturedLog } from '../../../tests/support/jobs.ts'
import { createPost } from './post.ts'
import { deliverWebhooks, noDeliveries } from './worker.ts'

export const CONFIRM = { isOpen: false }
export const CANCEL = { status: 'cancelled' } as const
/** A move from 10:00, where a booking of the tests is. */
export const MOVE = { move: { appointment_date: '2030-03-05', start_time: '11:00' } }

/** A clinic until the test is over, with an admin who has just signed in, and workers that deliver. */
export async function clinicWithWebhooks(options: TestOptions = {}) {
  const clinic = await startClinic({ webhookHosts: ['127.0.0.1'], ...options })
  const admin = await clinic.signedIn()
  const workers: { stop(): Promise<void> }[] = []
  onTestFinished(async () => {
    for (const worker of workers) await worker.stop()
    await clinic[Symbol.asyncDispose]()
  })
  const { pool } = clinic.database
  const { log, lines } = capturedLog()
  const ask = (method: string, path: string, body?: unknown) =>
    clinic.call(method, `/api/webhooks${path}`, body, admin.bearer)
  return {
    ...clinic,
    admin,
    pool,
    logged: lines,
    ask,
    add: async (url: string) => (await ask('POST', '', { url })).body.data as WebhookSecret,
    list: async () => (await ask('GET', '')).body.data as Webhook[],
    /** The latest first. */
    deliveries: async (id: string) => (await ask('GET', `/${id}/deliveries`)).body.data as Delivery[],
    /** A process that delivers, as the server starts one. */
    deliver({ named = ['127.0.0.1'], timeoutMs = 2_000 } = {}) {
      const counts = noDeliveries()
      const post = createPost({ named: new Set(named), timeoutMs })
      const worker = deliverWebhooks({ pool, log, post, counts, now: () => new Date(), everyMs: 20 })
      workers.push(worker)
      return { ...worker, counts }
    },
    /** Books an appointment; returns its id. */
    async bookOne(more: Parameters<typeof clinic.book>[0] = {}): Promise<string> {
      const { body } = await clinic.book(more)
      const { reference } = body.data as { reference: string }
      const { rows } = await pool.query('SELECT id FROM appointments WHERE reference = $1', [reference])
      return rows[0].id
    },
    async change(id: string, change: ChangeAppointmentWire, { bearer } = admin) {
      const answer = await clinic.call('PATCH', `/api/appointments/${id}`, change, bearer)
      expect([change, answer.status]).toEqual([change, 200])
    },
    /** Lets what waits for its next try be due. */
    skipWaits: () => pool.query(`UPDATE webhook_deliveries SET due_at = now() WHERE state = 'pending'`),
  }
}
