import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Pool } from 'pg'

export type Inbox = Awaited<ReturnType<typeof startInbox>>

/** An SMTP server in a process of its own, and what came to it. */
export async function startInbox() {
  const arrived: { to: string; at: number }[] = []
  const sink = fork(new URL('./mail-sink.ts', import.meta.url))
  const [{ port }] = (await once(sink, 'message')) as [{ port: number }]
  sink.on('message', (mail: (typeof arrived)[number]) => void arrived.push(mail))
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    async close() {
      sink.kill('SIGTERM')
      await once(sink, 'exit')
    },
  }
}

/** Jobs as a booking makes them, for visits to come that nobody has told anything of. */
export async function queueConfirmations(pool: Pool, mails: number): Promise<void> {
  await pool.query(
    `WITH chosen AS (
       SELECT id FROM appointments WHERE starts_at > now() + interval '1 day' AND status <> 'cancelled' LIMIT $1
     ), again AS (UPDATE appointments SET told = NULL WHERE id IN (SELECT id FROM chosen))
     INSERT INTO pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, dead_letter, policy)
     SELECT 'confirmation-mail', jsonb_build_object('appointmentId', id::text), 580, 15, true, 300, 120, 'undelivered-mail', 'standard'
     FROM chosen`,
    [mails],
  )
}

/** Waits until no confirmation is left to send. */
export async function settled(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'confirmation-mail' AND state IN ('created', 'retry', 'active')`,
    )
    if (rows[0].n === 0) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
