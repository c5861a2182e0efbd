import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { DoneAnswer } from '../../../contract/envelope.ts'
import {
  AddWebhook,
  ChangeWebhook,
  DeliveriesAnswer,
  DeliveryParam,
  MAX_WEBHOOKS,
  SentAnswer,
  WEBHOOK_FIELD_MESSAGES,
  WebhookParam,
  WebhookSecretAnswer,
  WebhooksAnswer,
} from '../../../contract/webhooks.ts'
import { answers } from '../../platform/http/answer.ts'
import { createOnce, KeyHeader } from '../../platform/http/create-once.ts'
import { HttpFailure, INVALID_INPUT_MESSAGE, invalidInput } from '../../platform/http/failure.ts'
import { listAnswer } from '../../platform/http/json-answer.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import { sharedSecret } from '../../platform/secrets/secret.ts'
import { isAllowedUrl } from './addresses.ts'
import type { WebhookContext } from './context.ts'
import { listDeliveries } from './deliveries.ts'
import { problemOf } from './reach.ts'
import {
  addWebhook,
  deleteWebhook,
  listWebhooks,
  renewSecret,
  sendAgain,
  sendTest,
  switchWebhook,
} from './repository.ts'

const TAGS = ['Webhooks']
const HOUR_SECONDS = 3_600

const unknown = () => new HttpFailure('not_found', "This webhook doesn't exist.")

/** Webhooks of other programs for appointment events (docs/webhooks.md). */
export function webhookRoutes(context: WebhookContext) {
  const { pool, limits } = context
  const sending = createLimit({
    pool,
    name: 'webhooks',
    // Prevents searches for hosts or open ports of others.
    uses: 60,
    perSeconds: HOUR_SECONDS,
    message: "You've added or sent too many by hand. Please continue in {minutes} minutes.",
    enabled: limits,
  })
  return new Hono()
    .route('/', webhookListRoutes({ ...context, sending }))
    .route('/', deliveryRoutes({ ...context, sending }))
}

type Parts = WebhookContext & { sending: ReturnType<typeof createLimit> }

function webhookListRoutes({ pool, clinic, now, allow, webhooks, sending }: Parts) {
  const key = sharedSecret(pool, 'webhooks')
  return new Hono()
    .get(
      '/webhooks',
      describeRoute({
        summary: 'Addresses that are told what happens to visits',
        tags: TAGS,
        responses: answers(200, WebhooksAnswer, [401, 403, 503]),
      }),
      allow.to('webhooks'),
      async (c) => listAnswer(c, await listWebhooks(pool, clinic.timeZone)),
    )
    .post(
      '/webhooks',
      describeRoute({
        summary: 'Add an address',
        description:
          'By https; by http, or in a private network, only hosts that the operator has named in WEBHOOK_HOSTS: the name is ' +
          'looked up now and at each delivery. Answers ' +
          'the secret by which deliveries are signed, this once. The same Idempotency-Key with the same body adds one. Needs a sign-in or password of the last 10 minutes.',
        tags: TAGS,
        responses: answers(201, WebhookSecretAnswer, [400, 401, 403, 409, 413, 429, 503]),
      }),
      allow.to('webhooks', { proof: 'fresh' }),
      parsed('header', KeyHeader),
      parsed('json', AddWebhook),
      async (c) => {
        const url = new URL(c.req.valid('json').url)
        if (!isAllowedUrl(url, webhooks.named)) throw invalidInput({ url: 'invalid' })
        await sending.use(c.var.staff.id)
        const problem = await problemOf(url, webhooks)
        if (problem) {
          throw new HttpFailure('invalid_input', INVALID_INPUT_MESSAGE, {
            errors: { url: WEBHOOK_FIELD_MESSAGES[problem] },
          })
        }
        const entered = { url: url.href, key: await key() }
        const by = { staffId: c.var.staff.id, now: now() }
        const call = {
          caller: by.staffId,
          body: c.req.valid('json'),
        }
        const added = await createOnce(c, pool, call, (db) => addWebhook(db, entered, by))
        if (added === 'too_many') {
          throw new HttpFailure(
            'too_many_requests',
            `There are ${MAX_WEBHOOKS} webhooks already. Please delete one first.`,
            { retryAfter: HOUR_SECONDS },
          )
        }
        return c.json({ success: true as const, data: added }, 201)
      },
    )
    .patch(
      '/webhooks/:id',
      describeRoute({
        summary: 'Switch an address on or off',
        description:
          'What happens while it is off waits for 48 hours. Needs a sign-in or password of the last 10 minutes.',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 413, 503]),
      }),
      allow.to('webhooks', { proof: 'fresh' }),
      parsed('param', WebhookParam),
      parsed('json', ChangeWebhook),
      async (c) => {
        const change = { ...c.req.valid('param'), ...c.req.valid('json') }
        const isKnown = await switchWebhook(pool, change, { staffId: c.var.staff.id, now: now() })
        if (!isKnown) throw unknown()
        const message = change.isOn ? 'Webhook switched on.' : 'Webhook switched off.'
        return c.json({ success: true as const, message }, 200)
      },
    )
    .delete(
      '/webhooks/:id',
      describeRoute({
        summary: 'Delete an address, with its deliveries',
        description: 'Needs a sign-in or password of the last 10 minutes.',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('webhooks', { proof: 'fresh' }),
      parsed('param', WebhookParam),
      async (c) => {
        const { id } = c.req.valid('param')
        const isKnown = await deleteWebhook(pool, id, { staffId: c.var.staff.id, now: now() })
        if (!isKnown) throw unknown()
        return c.json({ success: true as const, message: 'Webhook deleted.' }, 200)
      },
    )
    .post(
      '/webhooks/:id/secret',
      describeRoute({
        summary: 'Give an address a new secret',
        description:
          'Answers it this once; the old one signs nothing from then on. Needs a sign-in or password of the last 10 minutes.',
        tags: TAGS,
        responses: answers(200, WebhookSecretAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('webhooks', { proof: 'fresh' }),
      parsed('param', WebhookParam),
      async (c) => {
        const changed = { ...c.req.valid('param'), key: await key() }
        const renewed = await renewSecret(pool, changed, { staffId: c.var.staff.id, now: now() })
        if (!renewed) throw unknown()
        return c.json({ success: true as const, data: renewed }, 200)
      },
    )
}

/** Test events, and what became of deliveries. */
function deliveryRoutes({ pool, clinic, now, allow, sending }: Parts) {
  return new Hono()
    .post(
      '/webhooks/:id/test',
      describeRoute({
        summary: 'Send an address an event that is about no visit',
        description: 'Tried once, whether the address is on or not; its outcome is among the deliveries.',
        tags: TAGS,
        responses: answers(201, SentAnswer, [400, 401, 403, 404, 429, 503]),
      }),
      allow.to('webhooks'),
      parsed('param', WebhookParam),
      async (c) => {
        await sending.use(c.var.staff.id)
        const { id } = c.req.valid('param')
        const event = await sendTest(pool, id, { staffId: c.var.staff.id, now: now() })
        if (event === null) throw unknown()
        return c.json({ success: true as const, data: { event } }, 201)
      },
    )
    .get(
      '/webhooks/:id/deliveries',
      describeRoute({
        summary: 'The last 50 deliveries to an address',
        tags: TAGS,
        responses: answers(200, DeliveriesAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('webhooks'),
      parsed('param', WebhookParam),
      async (c) => {
        const found = await listDeliveries(pool, c.req.valid('param').id, clinic.timeZone)
        if (!found) throw unknown()
        return listAnswer(c, found)
      },
    )
    .post(
      '/webhooks/:id/deliveries/:event/redeliver',
      describeRoute({
        summary: 'Send an event again, with its id, or now what waits for its next try',
        tags: TAGS,
        responses: answers(200, SentAnswer, [400, 401, 403, 404, 429, 503]),
      }),
      allow.to('webhooks'),
      parsed('param', DeliveryParam),
      async (c) => {
        const sent = c.req.valid('param')
        await sending.use(c.var.staff.id)
        if (!(await sendAgain(pool, sent, { staffId: c.var.staff.id, now: now() }))) {
          throw new HttpFailure('not_found', "This delivery doesn't exist.")
        }
        return c.json({ success: true as const, data: { event: sent.event } }, 200)
      },
    )
}
