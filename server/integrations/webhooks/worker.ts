import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { placeOf, reasonOf } from '../../platform/process/failure.ts'
import { throttled } from '../../platform/process/throttled.ts'
import { openText } from '../../platform/secrets/sealed.ts'
import { sharedSecret } from '../../platform/secrets/secret.ts'
import {
  type Claimed,
  claimDeliveries,
  type Due,
  dueWebhooks,
  type Outcome,
  releaseDelivery,
  settleDelivery,
  switchOff,
} from './deliveries.ts'
import type { Post } from './post.ts'
import { SIGNATURE_HEADER, signatureOf } from './signature.ts'

/** Attempts of this process since its start, for its metrics. */
export type DeliveryCounts = Record<Outcome, number>
export const noDeliveries = (): DeliveryCounts => ({ delivered: 0, failed: 0, given_up: 0 })

export type WebhookWorker = {
  /** Waits at most 3 s for running deliveries; the rest is sent again, by the next process, with the same id. */
  stop(): Promise<void>
}

type Parts = {
  pool: Pool
  log: Pick<Logger, 'error' | 'debug'>
  post: Post
  counts: DeliveryCounts
  /** Time of an attempt's signature. */
  now(): Date
  /** Between two looks, in milliseconds. */
  everyMs?: number
}

const EVERY_MS = 1_000
/** Simultaneous attempts of one webhook in one process: a slow one delays no other. */
const AT_ONCE = 4
const GRACE_MS = 3_000

/**
 * Delivers events to the clinic's webhooks. Each process claims due deliveries and sends them, so that several share
 * the work. Every event arrives at least once: a process killed between sending and recording has it sent again after a
 * minute.
 */
export function deliverWebhooks({ pool, log, post, counts, now, everyMs = EVERY_MS }: Parts): WebhookWorker {
  const key = sharedSecret(pool, 'webhooks')
  const report = throttled()
  const stopping = new AbortController()
  const sending = new Map<string, Set<Promise<void>>>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let again = false

  async function attempt(claimed: Claimed, { url, secret: sealed }: Due): Promise<void> {
    const secret = openText(await key(), sealed)
    if (secret === null) {
      // The database was restored without its keys: nothing is sent before a person has checked.
      return inTransaction(pool, async (client) => {
        await releaseDelivery(client, claimed)
        await switchOff(client, claimed.webhookId, 'secret')
      })
    }
    const body = JSON.stringify(claimed.event)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Enamel-Webhooks/1',
      [SIGNATURE_HEADER]: signatureOf(secret, body, now()),
    }
    const begun = performance.now()
    const posted = await post({ url, headers, body }, stopping.signal)
    const outcome = await settleDelivery(pool, claimed, { ...posted, tookMs: performance.now() - begun })
    if (outcome === null) return
    counts[outcome] += 1
    const { id: event, type } = claimed.event
    log.debug({ webhook: claimed.webhookId, event, type, attempt: claimed.attempts, ...posted }, 'webhook')
  }

  function failed(error: unknown): void {
    if (stopping.signal.aborted) return
    const facts = { reason: reasonOf(error), at: placeOf(error) }
    report(facts.reason, () => log.error(facts, 'webhooks: something failed, and is tried again'))
  }

  async function sendDue(): Promise<void> {
    for (const due of await dueWebhooks(pool)) {
      const busy = sending.get(due.id) ?? new Set()
      sending.set(due.id, busy)
      const free = AT_ONCE - busy.size
      if (free <= 0 || stopping.signal.aborted) continue
      for (const claimed of await claimDeliveries(pool, due.id, free)) {
        const running = attempt(claimed, due)
          .catch(failed)
          .finally(() => {
            busy.delete(running)
            // Deliveries waiting for it, or for a free place, need not wait for the next sweep.
            wake()
          })
        busy.add(running)
      }
    }
  }

  function wake(): void {
    if (timer === undefined) return
    if (looking) {
      again = true
      return
    }
    looking = sendDue()
      .catch(failed)
      .finally(() => {
        looking = null
        const isWanted = again
        again = false
        if (isWanted) wake()
      })
  }

  timer = setInterval(wake, everyMs)
  wake()

  return {
    async stop() {
      clearInterval(timer)
      timer = undefined
      const cut = setTimeout(() => stopping.abort(), GRACE_MS)
      await looking
      await Promise.all([...sending.values()].flatMap((each) => [...each]))
      clearTimeout(cut)
    },
  }
}
