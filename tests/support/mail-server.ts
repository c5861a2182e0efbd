import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

type ReceivedMail = { to: string[]; raw: string }

export type MailServer = AsyncDisposable & {
  port: number
  url: string
  /** In order. */
  received: ReceivedMail[]
  close(): Promise<void>
}

type Answer = { code: number; text: string }

export type MailServerOptions = {
  /** To restart on the same port; 0 takes a free one. */
  port?: number
  /** Delays the greeting until this resolves. */
  silentUntil?: Promise<unknown>
  /** An answer other than 250 for a recipient or, with `mail`, for the whole mail. */
  answerTo?: (about: { recipient?: string; mail?: string }) => Answer | undefined
  /** Awaited before a mail is accepted. */
  slowly?: () => Promise<unknown>
  /** Gets each mail instead of `received`. */
  onReceived?: (mail: ReceivedMail) => void
}

/** A real SMTP server on this machine that stores its mails. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { port = 0, silentUntil, answerTo, slowly, onReceived } = options
  const received: ReceivedMail[] = []
  const refusal = ({ code, text }: Answer) => Object.assign(new Error(text), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    // Milliseconds to wait for open connections when closing.
    closeTimeout: 50,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, done) {
      void Promise.resolve(silentUntil).then(() => done())
    },
    onRcptTo({ address }, _session, done) {
      const answer = answerTo?.({ recipient: address })
      done(answer && refusal(answer))
    },
    async onData(stream, session, done) {
      const parts = await stream.toArray().catch(() => null)
      // The sender disconnected midway.
      if (parts === null) return
      const raw = Buffer.concat(parts).toString('utf8')
      await slowly?.()
      const answer = answerTo?.({ mail: raw })
      const mail = { to: session.envelope.rcptTo.map(({ address }) => address), raw }
      if (!answer) onReceived ? onReceived(mail) : received.push(mail)
      done(answer && refusal(answer))
    },
  })
  // Clients that disconnect midway are part of the tests.
  server.on('error', () => {})
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const taken = (listener.address() as AddressInfo).port
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { port: taken, url: `smtp://127.0.0.1:${taken}`, received, close, [Symbol.asyncDispose]: close }
}

export type MailPart = { type: string; header(name: string): string | undefined; content: string }

export function mailHeader(raw: string, name: string): string | undefined {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const line = head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return line?.slice(name.length + 1).trim()
}

/** The decoded subject: encoded words (RFC 2047) in UTF-8, without the space between two of them. */
export function mailSubject(raw: string): string | undefined {
  return mailHeader(raw, 'Subject')
    ?.replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toUpperCase() === 'B'
        ? decoded(text, 'base64')
        : decoded(text.replaceAll('_', ' '), 'quoted-printable'),
    )
}

/** The readable parts, decoded as a mail program would show or save them. */
export function mailParts(raw: string): MailPart[] {
  const type = mailHeader(raw, 'Content-Type') ?? 'text/plain'
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4)
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1]
  if (boundary) {
    const inner = body.split(`--${boundary}`).slice(1, -1)
    return inner.flatMap((part) => mailParts(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  }
  const encoding = mailHeader(raw, 'Content-Transfer-Encoding')?.toLowerCase()
  return [{ type, header: (name) => mailHeader(raw, name), content: decoded(body, encoding) }]
}

function decoded(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
