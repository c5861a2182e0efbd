import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailHeader, mailParts, startMailServer } from '../../../tests/support/mail-server.ts'
import { WAIT_MS } from '../../../tests/support/waits.ts'
import { textsIn } from '../../platform/text/texts.ts'
import { calendarEntry } from './calendar-entry.ts'
import { MailNotSent } from './smtp-failure.ts'
import { type Mail, mailTransport } from './transport.ts'

const ID = '7d3a1f70-2f7c-4d59-8a4e-2f6f0e3f1a11'
const mail: Mail = {
  to: 'ada@example.com',
  subject: 'Your appointment, Enamel 🦷',
  text: 'Hello Zoë,\nwhen: 9:30\n.\nend\n',
  html: '<p>Hello عمر &amp; Zoë</p>\n',
  calendar: calendarEntry(
    {
      method: 'REQUEST',
      id: ID,
      version: 1,
      startsAt: new Date('2030-03-04T08:30:00Z'),
      endsAt: new Date('2030-03-04T09:00:00Z'),
      location: 'Abuja',
      description: '',
      organizer: { name: 'Enamel', address: 'desk@example.com' },
      attendee: 'ada@example.com',
    },
    textsIn('en'),
    new Date('2030-03-01T08:30:00Z'),
  ),
}

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'enamel-mail-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

function settings(smtpUrl?: string) {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  return { smtpUrl, mailFrom: 'Enamel, Abuja <desk@example.com>', dataDir, log, lines, timeoutMs: WAIT_MS }
}

describe('a mail by SMTP', () => {
  it('arrives with text, HTML and a calendar file', async () => {
    await using server = await startMailServer()
    const transport = mailTransport(settings(server.url))
    expect(await transport.send(mail, ID)).toBe('sent')
    transport.close()

    const [{ to, raw } = { to: [], raw: '' }] = server.received
    expect(to).toEqual(['ada@example.com'])
    expect(mailHeader(raw, 'To')).toBe('ada@example.com')
    expect(mailHeader(raw, 'From')).toBe('"Enamel, Abuja" <desk@example.com>')
    expect(mailHeader(raw, 'Auto-Submitted')).toBe('auto-generated')
    expect(mailHeader(raw, 'Message-ID')).toBe(`<${ID}@example.com>`)
    expect(Date.parse(mailHeader(raw, 'Date') ?? '')).toBeGreaterThan(Date.now() - 60_000)

    expect(mailHeader(raw, 'List-Unsubscribe')).toBeUndefined()

    const [text, html, invitation, file] = mailParts(raw)
    expect(text?.type).toContain('text/plain')
    expect(text?.content.replaceAll('\r\n', '\n').trimEnd()).toBe(mail.text.trimEnd())
    expect(html?.type).toContain('text/html')
    expect(html?.content.trimEnd()).toBe(mail.html.trimEnd())
    // The third way to read it, for programs that know invitations, and a file for the others.
    expect(invitation?.type).toBe('text/calendar; charset=utf-8; method=REQUEST')
    expect(invitation?.header('Content-Disposition')).toBeUndefined()
    expect(file?.type).toContain('application/ics')
    expect(file?.header('Content-Disposition')).toContain('attachment; filename=appointment.ics')
    for (const part of [invitation, file]) expect(part?.content).toBe(mail.calendar?.text)
  })

  it('tells its reader how to unsubscribe, where possible', async () => {
    await using server = await startMailServer()
    const transport = mailTransport(settings(server.url))
    await transport.send({ ...mail, unsubscribe: 'https://book.example.com/api/unsubscribe/abc' }, ID)
    transport.close()
    const raw = server.received[0]?.raw ?? ''
    expect(mailHeader(raw, 'List-Unsubscribe')).toBe('<https://book.example.com/api/unsubscribe/abc>')
    expect(mailHeader(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  })

  it.each([
    ['a line break in the subject', { subject: 'Hello\r\nBcc: thief@example.com' }],
    ['a line break and a body in the subject', { subject: 'Hello\r\n\r\nBcc: thief@example.com' }],
  ])('is not widened by %s', async (_what, change) => {
    await using server = await startMailServer()
    const transport = mailTransport(settings(server.url))
    await transport.send({ ...mail, ...change }, ID)
    transport.close()
    expect(server.received[0]?.to).toEqual(['ada@example.com'])
    expect(mailHeader(server.received[0]?.raw ?? '', 'Bcc')).toBeUndefined()
  })

  it.each([
    'ada@example.com, thief@example.com',
    'ada@example.com\r\nRCPT TO:<thief@example.com>',
    'Ada <ada@example.com>',
    '',
  ])('is refused for the address %j without asking a server', async (to) => {
    await using server = await startMailServer()
    const transport = mailTransport(settings(server.url))
    expect(await transport.send({ ...mail, to }, ID)).toBe('refused')
    transport.close()
    expect(server.received).toEqual([])
  })

  it('is refused when the server never takes it for this recipient', async () => {
    await using server = await startMailServer({
      answerTo: ({ recipient }) =>
        recipient ? { code: 550, text: `5.1.1 <${recipient}> unknown` } : undefined,
    })
    const transport = mailTransport(settings(server.url))
    expect(await transport.send(mail, ID)).toBe('refused')
    transport.close()
  })

  it('is retried when the server says "later"', async () => {
    await using server = await startMailServer({
      answerTo: ({ mail: raw }) => (raw ? { code: 451, text: '4.3.0 later, ada@example.com' } : undefined),
    })
    const transport = mailTransport(settings(server.url))
    const failure = await transport.send(mail, ID).catch((error: unknown) => error)
    transport.close()
    expect(failure).toBeInstanceOf(MailNotSent)
    expect(String(failure)).not.toContain('ada@')
  })

  it('logs once that the server is back, after mails that found none', async () => {
    const server = await startMailServer()
    let back = 0
    const transport = mailTransport({ ...settings(server.url), onBack: () => void back++ })
    await transport.send(mail, ID)
    await server.close()
    for (const _ of [1, 2]) {
      await expect(transport.send(mail, ID)).rejects.toThrow(/^mail server away: /)
    }
    expect(back).toBe(0)
    await using _again = await startMailServer({ port: server.port })
    for (const _ of [1, 2]) expect(await transport.send(mail, ID)).toBe('sent')
    transport.close()
    expect(back).toBe(1)
  })

  it('goes to another machine under TLS only, unless the address says otherwise', async () => {
    await using server = await startMailServer()
    // Also this machine, but not by a name known to be local.
    const elsewhere = server.url.replace('127.0.0.1', '0.0.0.0')
    const strict = mailTransport(settings(elsewhere))
    await expect(strict.send(mail, ID)).rejects.toThrow(/^mail not sent: .*STARTTLS/)
    strict.close()
    expect(server.received).toEqual([])

    const lenient = mailTransport(settings(`${elsewhere}?requireTLS=false`))
    expect(await lenient.send(mail, ID)).toBe('sent')
    lenient.close()
  })

  it('has a time limit for a server that accepts and says nothing', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const transport = mailTransport({ ...settings(`smtp://127.0.0.1:${port}`), timeoutMs: 100 })
    await expect(transport.send(mail, ID)).rejects.toBeInstanceOf(MailNotSent)
    transport.close()
    silent.close()
  })
})

describe('a mail without a mail server', () => {
  it('becomes a whole file that only the server may read', async () => {
    const { lines, ...options } = settings()
    const transport = mailTransport(options)
    expect(await transport.send(mail, ID)).toBe('sent')

    const outbox = path.join(dataDir, 'outbox')
    const files = await readdir(outbox)
    expect(files).toHaveLength(1)
    expect(files[0]).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d\\.\\d{3}Z_${ID}\\.eml$`))
    expect((await stat(outbox)).mode & 0o777).toBe(0o700)
    const file = path.join(outbox, files[0] ?? '')
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const raw = await readFile(file, 'utf8')
    expect(raw.replaceAll('\r\n', '')).not.toContain('\n')
    expect(mailHeader(raw, 'To')).toBe('ada@example.com')
    expect(
      mailParts(raw)
        .map(({ content }) => content)
        .join(''),
    ).toContain('Hello Zoë')
    expect(lines.join('')).toContain(ID)
    expect(lines.join('')).not.toMatch(/ada@|Zoë/i)
  })
})

it.each(['', 'desk', 'a@b, c@d', 'Clinic <desk>'])(
  'the server does not start with the sender %j',
  (mailFrom) => {
    expect(() => mailTransport({ ...settings(), mailFrom })).toThrow(/MAIL_FROM/)
  },
)

it.each([
  [{ name: 'Tooth "&" <Co>, Ltd.', address: 'a@example.com' }, '"Tooth \\"&\\" <Co>, Ltd." <a@example.com>'],
  ['"Clinic" <a@example.com>', 'Clinic <a@example.com>'],
  ['a@example.com', 'a@example.com'],
])('the mail is sent in the name of %j', async (mailFrom, header) => {
  await using server = await startMailServer()
  const transport = mailTransport({ ...settings(server.url), mailFrom })
  await transport.send(mail, ID)
  transport.close()
  expect(mailHeader(server.received[0]?.raw ?? '', 'From')).toBe(header)
})
