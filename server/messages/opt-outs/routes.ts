import { hash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { DoneAnswer } from '../../../contract/envelope.ts'
import { Unsubscribe, UnsubscribeLink } from '../../../contract/messages.ts'
import { isoLanguage, offeredLanguage } from '../../../domain/languages.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { parsed } from '../../platform/http/validate.ts'
import { wrongTokens } from '../../platform/http/wrong-tokens.ts'
import { escapeHtml, oneLine } from '../../platform/text/text.ts'
import { type Texts, textsIn } from '../../platform/text/texts.ts'
import { DARK, LIGHT } from '../mail/mail-colours.ts'
import { optIn, optOut } from './opt-outs.ts'
import { unsubscribeLinks } from './unsubscribe-link.ts'

const TAGS = ['Messages']
const DEAD = 'This link is invalid or has expired.'

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

const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:24px 16px;background:${LIGHT.page};color:${LIGHT.ink};font:16px/24px 'Noto Sans',system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:440px;margin:0 auto;padding:24px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px}
h1{margin:0 0 16px;font-size:20px;line-height:28px}
p{margin:0 0 16px}
p.soft{margin:0 0 4px;color:${LIGHT.soft}}
button{width:100%;min-height:48px;padding:11px 16px;border:1px solid ${LIGHT.brand};border-radius:8px;background:${LIGHT.brand};color:${LIGHT.onBrand};font:inherit;font-weight:bold;cursor:pointer}
button.other{background:none;border-color:${LIGHT.control};color:${LIGHT.brand}}
button:focus-visible{outline:2px solid ${LIGHT.brand};outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:${DARK.page};color:${DARK.ink}}main{background:${DARK.card};border-color:${DARK.line}}p.soft{color:${DARK.soft}}button{background:${DARK.brand};border-color:${DARK.brand};color:${DARK.onBrand}}button.other{border-color:${DARK.control};color:${DARK.brand}}button:focus-visible{outline-color:${DARK.brand}}}`

/** The page runs no script and loads nothing; its one form posts to its own address. */
const UNSUBSCRIBE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The action of each page's form, in the value of its field. */
const ASKED = { stop: 'One-Click', resume: 'Resume' } as const

type Page = {
  clinicName: string
  texts: Texts
  /** The page's text. */
  words: string
  /** Left out, there is nothing to press. */
  asks?: keyof typeof ASKED
}

/** A page without the app, since it has to open anywhere a mail is read. */
function unsubscribePage({ clinicName, texts, words, asks }: Page): string {
  const { language, say } = texts
  const title = escapeHtml(say('unsubscribe.title'))
  const name = escapeHtml(oneLine(clinicName))
  const form =
    asks === undefined
      ? ''
      : `<form method="post"><input type="hidden" name="List-Unsubscribe" value="${ASKED[asks]}">
<button${asks === 'resume' ? ' class="other"' : ''}>${escapeHtml(say(`unsubscribe.${asks}`))}</button></form>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}, ${name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="soft">${name}</p>
<h1>${title}</h1>
<p role="status">${escapeHtml(words)}</p>
${form}
</main>
</body>
</html>
`
}
