import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { TakenAnswer } from '../../../contract/messages.ts'
import { replyIn } from '../../../domain/replies.ts'
import {
  africasTalkingSms,
  type Form,
  formOf,
  type IncomingSms,
  isSame,
  isSignedByTwilio,
  isTo,
  twilioSms,
} from '../../messages/replies/incoming.ts'
import { numberHasher } from '../../messages/replies/repository.ts'
import { TWILIO_PATH } from '../../messages/replies/settings.ts'
import { answers } from '../../platform/http/answer.ts'
import { bodyLimit } from '../../platform/http/body-limit.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import { wrongTokens } from '../../platform/http/wrong-tokens.ts'
import type { ListContext } from '../list/context.ts'
import { actOn } from './act.ts'

const TAGS = ['SMS']
/** Ten SMS in one, each letter of three percent-encoded bytes, fit in. */
const BODY_LIMIT_BYTES = 16 * 1024
const OFF = 'There is no such call.'
/** Nothing is answered in the same breath: the answer is an SMS of its own, which survives a restart. */
const NO_ANSWER = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

const description = (signed: string) =>
  `For the gateway alone: ${signed}. What it asks for is done once, however often it is delivered: 1 or a word for yes ` +
  'confirms the visit of the last SMS to that number, 2 cancels it, 3 asks for a call, STOP and START are about ' +
  'reminders. Off unless `sms.replies` is set in clinic.config.ts, and then 404.'

/** Answers to SMS as the gateways deliver them. Neither number nor text is logged. */
export function replyRoutes(context: ListContext) {
  const { incomingSms, log } = context
  const parts = { ...context, numberHash: numberHasher(context.pool) }
  const countWrong = wrongTokens(context, {
    name: 'sms-incoming-wrong',
    message: 'Too many calls that no gateway proves. Please try again in {minutes} minutes.',
  })

  async function take(c: Context, sms: IncomingSms | null): Promise<void> {
    if (sms === null) throw invalidInput({ body: 'invalid' })
    // The same account may have other numbers, for other purposes.
    if (!incomingSms || !isTo(sms, incomingSms.number)) return
    const acted = await actOn(parts, sms)
    if (acted !== 'repeated') c.set('reply', replyIn(sms.text, context.clinic.languages) ?? 'other')
    log.debug({ gateway: sms.gateway, acted }, 'SMS received')
  }

  return new Hono()
    .post(
      TWILIO_PATH,
      describeRoute({
        summary: 'An SMS to the clinic, brought by Twilio',
        description: description('X-Twilio-Signature proves it'),
        tags: TAGS,
        security: [],
        requestBody: { content: formContent(['MessageSid', 'From', 'To', 'Body']) },
        responses: {
          ...answers(200, TakenAnswer, [400, 403, 404, 413, 429, 503]),
          200: { description: 'Taken', content: { 'text/xml': { schema: { type: 'string' } } } },
        },
      }),
      context.allow.anyone,
      bodyLimit(BODY_LIMIT_BYTES),
      async (c) => {
        const gateway = incomingSms?.gateway
        if (gateway?.kind !== 'twilio') throw new HttpFailure('not_found', OFF)
        const form = await formIn(c)
        const signature = c.req.header('x-twilio-signature') ?? ''
        if (!isSignedByTwilio(form, { ...gateway, signature })) {
          await countWrong(c)
          throw new HttpFailure('forbidden', "This isn't signed by the gateway.")
        }
        await take(c, twilioSms(form))
        return c.body(NO_ANSWER, 200, { 'Content-Type': 'text/xml; charset=utf-8' })
      },
    )
    .post(
      '/sms/incoming/africastalking/:secret',
      describeRoute({
        summary: "An SMS to the clinic, brought by Africa's Talking",
        description: description('the secret in the address proves it'),
        tags: TAGS,
        security: [],
        parameters: [{ in: 'path', name: 'secret', required: true, schema: { type: 'string' } }],
        requestBody: { content: formContent(['id', 'from', 'to', 'text']) },
        responses: answers(200, TakenAnswer, [400, 404, 413, 429, 503]),
      }),
      context.allow.anyone,
      bodyLimit(BODY_LIMIT_BYTES),
      async (c) => {
        const gateway = incomingSms?.gateway
        if (gateway?.kind !== 'africastalking') throw new HttpFailure('not_found', OFF)
        if (!isSame(gateway.secret, c.req.param('secret'))) {
          await countWrong(c)
          throw new HttpFailure('not_found', OFF)
        }
        await take(c, africasTalkingSms(await formIn(c)))
        return c.json({ success: true as const, data: { taken: true as const } }, 200)
      },
    )
}

async function formIn(c: Context): Promise<Form> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw invalidInput({ body: 'invalid' })
  return formOf(await c.req.text())
}

/** For the OpenAPI document. */
const formContent = (required: string[]) => ({
  'application/x-www-form-urlencoded': {
    schema: {
      type: 'object' as const,
      required,
      properties: Object.fromEntries(required.map((name) => [name, { type: 'string' as const }])),
    },
  },
})
