import { hash } from 'node:crypto'
import { escapeHtml, oneLine } from '../../platform/text/text.ts'
import type { Texts } from '../../platform/text/texts.ts'
import { DARK, LIGHT } from '../mail/mail-colours.ts'

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
export const UNSUBSCRIBE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The action of each page's form, in the value of its field. */
export const ASKED = { stop: 'One-Click', resume: 'Resume' } as const

type Page = {
  clinicName: string
  texts: Texts
  /** The page's text. */
  words: string
  /** Left out, there is nothing to press. */
  asks?: keyof typeof ASKED
}

/** A page without the app, since it has to open anywhere a mail is read. */
export function unsubscribePage({ clinicName, texts, words, asks }: Page): string {
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
