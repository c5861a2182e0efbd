import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'

/** The latest ones; a demonstration that runs for weeks has thousands. */
const SHOWN = 100
/** As server/messages/mail/outbox.ts names them; no path gets through. */
const FILE = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-[\d.]+Z_[\w-]*\.(?:eml|txt)$/

/** The style is allowed by its hash, as everywhere. */
const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 45rem; padding: 1rem; }
h1 { font-size: 1.25rem; }
article { border: 1px solid color-mix(in srgb, currentcolor 25%, transparent); border-radius: 10px; margin-block: 1rem; padding: .75rem 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 0; }
header p, footer { margin: 0; font-size: .875rem; opacity: .75; }
pre { white-space: pre-wrap; font: inherit; margin: .5rem 0 0; }
iframe { border: 0; border-radius: 6px; width: 100%; height: 36rem; margin-top: .5rem; background: Canvas; }
summary { margin-top: .5rem; cursor: pointer; }
`
const LIST_POLICY = policy(
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
)
/** Mails style themselves inline and have no scripts; their links open beside them. */
const MAIL_POLICY = policy(
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
)

function policy(...parts: string[]): string {
  return parts.join('; ')
}

/**
 * The outbox of the demonstration as a page, /dev/outbox, for people who try Enamel and want to read the patients'
 * messages. It has codes and links, so it exists nowhere else.
 * @param folder null: no demonstration, and everything below /dev is missing
 */
export function outboxPages(folder: string | null): Hono {
  const notFound = (c: Context) => c.text('Not found', 404)
  const app = new Hono()
  if (folder !== null) {
    app
      .get('/dev/outbox', async (c) => {
        const names = (await readdir(folder).catch(() => [])).filter((name) => FILE.test(name))
        const shown = names.sort().reverse().slice(0, SHOWN)
        const read = await Promise.all(
          shown.map((file) =>
            readFile(path.join(folder, file)).then(
              (content) => article(file, readMessage(file, content)),
              () => '',
            ),
          ),
        )
        c.header('Cache-Control', 'no-store')
        c.header('Content-Security-Policy', LIST_POLICY)
        c.header('Cross-Origin-Opener-Policy', 'same-origin')
        return c.html(listPage(read, names.length))
      })
      .get('/dev/outbox/:file', async (c) => {
        const file = c.req.param('file')
        const content = FILE.test(file) ? await readFile(path.join(folder, file)).catch(() => null) : null
        const mail = content && readMessage(file, content).html
        if (!mail) return notFound(c)
        c.header('Cache-Control', 'no-store')
        c.header('Content-Security-Policy', MAIL_POLICY)
        return c.html(mail.replace(/<head[^>]*>/i, '$&<base target="_blank">'))
      })
  }
  return app.all('/dev', notFound).all('/dev/*', notFound)
}

const listPage = (articles: unknown[], count: number) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Outbox of the demonstration</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<h1>Outbox of the demonstration</h1>
<p>Mails and SMS that a real clinic would send, the latest first. Nothing leaves this machine. <a href="/dev/outbox">Look again</a></p>
${articles}
${count === 0 ? html`<p>Nothing yet: book an appointment, or ask for a code.</p>` : ''}
${count > SHOWN ? html`<p>And ${count - SHOWN} older ones, as files of the outbox.</p>` : ''}
</body>
</html>`

function article(file: string, { to, subject, text, html: mail }: ReadMessage) {
  const [, day, hour, minute] = FILE.exec(file) ?? []
  const words = html`<pre>${linked(text)}</pre>`
  return html`<article>
<header><h2>${subject ?? 'SMS'}</h2><p>To ${to} &middot; ${day}, ${hour}:${minute} UTC</p></header>
${
  mail === null
    ? words
    : html`<iframe src="/dev/outbox/${file}" title="${subject}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details><summary>Without HTML</summary>${words}</details>`
}
</article>`
}

/** The text with its addresses as links. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((part, i) => (i % 2 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : part))

/** A mail or an SMS as the outbox has it. */
type ReadMessage = {
  to: string
  /** Null: an SMS. */
  subject: string | null
  text: string
  /** HTML of a mail that has one. */
  html: string | null
}

/** Reads a file of the outbox: an SMS with its number above it, or a mail as this server writes it. */
function readMessage(file: string, content: Buffer): ReadMessage {
  if (file.endsWith('.txt')) {
    const [, to = '', text = ''] = /^To: (.*)\n\n([\s\S]*)$/.exec(content.toString('utf8')) ?? []
    return { to, subject: null, text: text.trim(), html: null }
  }
  const mail = partOf(content.toString('latin1'))
  const leaves = leavesOf(mail)
  const find = (type: string) => leaves.find(({ headers }) => typeOf(headers).startsWith(type))
  const html = find('text/html')
  return {
    to: wordsOf(mail.headers.get('to') ?? ''),
    subject: wordsOf(mail.headers.get('subject') ?? ''),
    text: textOf(find('text/plain')),
    html: html ? textOf(html) : null,
  }
}

/** The body is as it was sent, a byte in each character. */
type Part = { headers: ReadonlyMap<string, string>; body: string }

function partOf(source: string): Part {
  const end = /\r?\n\r?\n/.exec(source)
  const head = end ? source.slice(0, end.index) : source
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
  })
  return { headers: new Map(headers), body: end ? source.slice(end.index + end[0].length) : '' }
}

const typeOf = (headers: Part['headers']) => (headers.get('content-type') ?? 'text/plain').toLowerCase()

/** RFC 2046: parts between lines that begin with the boundary. */
function leavesOf({ headers, body }: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(headers.get('content-type') ?? '')?.[1]
  if (!typeOf(headers).startsWith('multipart/') || boundary === undefined) return [{ headers, body }]
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((piece) => leavesOf(partOf(piece.replace(/^\r?\n/, '').replace(/\r?\n$/, ''))))
}

/** RFC 2045. Everything is written in UTF-8. */
function textOf(part: Part | undefined): string {
  if (!part) return ''
  const encoding = (part.headers.get('content-transfer-encoding') ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString('utf8')
  const bytes = encoding === 'quoted-printable' ? unquoted(part.body.replace(/=\r?\n/g, '')) : part.body
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

const unquoted = (text: string) =>
  text.replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** RFC 2047: '=?UTF-8?Q?...?='. */
function wordsOf(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      Buffer.from(
        kind.toLowerCase() === 'b' ? text : unquoted(text.replaceAll('_', ' ')),
        kind.toLowerCase() === 'b' ? 'base64' : 'latin1',
      ).toString('latin1'),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'))
}
