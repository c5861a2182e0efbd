import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { DoneAnswer } from '../../../contract/envelope.ts'
import { Unsubscribe, UnsubscribeLink } from '../../../contract/unsubscribe.ts'
import { isoLanguage, offeredLanguage } from '../../../domain/languages.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { parsed } from '../../platform/http/validate.ts'
import { wrongTokens } from '../../platform/http/wrong-tokens.ts'
import { type Texts, textsIn } from '../../platform/text/texts.ts'
import { optIn, optOut } from './opt-outs.ts'
import { unsubscribeLinks } from './unsubscribe-link.ts'
import { ASKED, UNSUBSCRIBE_POLICY, unsubscribePage } from './unsubscribe-page.ts'

const TAGS = ['Messages']
const DEAD = 'This link does not hold.'

const pageAnswer = {
  200: { description: 'A page', content: { 'text/html': { schema: { type: 'string' as const } } } },
}

/**
 * The end of reminders by mail (RFC 8058). Programs that look into mails open each link: opening this one shows a page, and
 * only a POST acts. It needs no sign-in, no cookie and no script.
 */
export function unsubscribeRoutes(context: AccountsContext) {
  const { pool, clinic, now, allow } = context
  const links = unsubscribeLinks(pool)
  const countWrong = wrongTokens(context, { name: 'unsubscribe-wrong', message: DEAD })

  function page(c: Context, content: { texts: Texts; words: string; asks?: keyof typeof ASKED }) {
    c.header('Content-Security-Policy', UNSUBSCRIBE_POLICY)
    c.header('Cross-Origin-Opener-Policy', 'same-origin')
    // Its address is as good as the mail.
    c.header('Referrer-Policy', 'no-referrer')
    return c.html(unsubscribePage({ clinicName: clinic.name, ...content }), 200)
  }

  function deadLink(c: Context) {
    const texts = textsIn(isoLanguage(offeredLanguage('', clinic.languages)))
    const phone = clinic.locations.find((location) => location.phone)?.phone
    const words = phone ? texts.say('unsubscribe.bad', { phone }) : texts.say('unsubscribe.badWithoutPhone')
    return page(c, { texts, words })
  }

  return new Hono()
    .get(
      '/unsubscribe/:token',
      describeRoute({
        summary: 'The page that a reminder’s link to no more of them opens',
        description: 'It changes nothing. A link that does not hold gets a page that says so.',
        tags: TAGS,
        responses: { ...answers(200, DoneAnswer, [400, 429, 503]), ...pageAnswer },
      }),
      allow.anyone,
      parsed('param', UnsubscribeLink),
      async (c) => {
        const reader = await links.readerOf(c.req.valid('param').token)
        if (!reader) {
          await countWrong(c)
          return deadLink(c)
        }
        const texts = textsIn(reader.language)
        return page(c, { texts, words: texts.say('unsubscribe.ask'), asks: 'stop' })
      },
    )
    .post(
      '/unsubscribe/:token',
      describeRoute({
        summary: 'No more reminders by mail, or again',
        description:
          'The one press of RFC 8058, by the link of a reminder: a form with `List-Unsubscribe=One-Click`, or nothing. ' +
          'Mails about changes of an appointment still go out.',
        tags: TAGS,
        responses: { ...answers(200, DoneAnswer, [400, 404, 413, 429, 503]), ...pageAnswer },
      }),
      allow.anyone,
      parsed('param', UnsubscribeLink),
      parsed('form', Unsubscribe),
      async (c) => {
        const reader = await links.readerOf(c.req.valid('param').token)
        if (!reader) {
          await countWrong(c)
          throw new HttpFailure('not_found', DEAD)
        }
        const texts = textsIn(reader.language)
        if (c.req.valid('form')['List-Unsubscribe'] === ASKED.resume) {
          await optIn(pool, reader.email)
          return page(c, { texts, words: texts.say('unsubscribe.resumed'), asks: 'stop' })
        }
        await optOut(pool, reader.email, now())
        return page(c, { texts, words: texts.say('unsubscribe.stopped'), asks: 'resume' })
      },
    )
}
