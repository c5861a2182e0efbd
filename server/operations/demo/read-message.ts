/** A mail or an SMS as the outbox has it. */
export type ReadMessage = {
  to: string
  /** Null: an SMS. */
  subject: string | null
  text: string
  /** Of a mail that has one. */
  html: string | null
}

/** Reads a file of the outbox: an SMS with its number above it, or a mail as this server writes it. */
export function readMessage(file: string, content: Buffer): ReadMessage {
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
