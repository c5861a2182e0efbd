import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeToOutbox } from '../../messages/mail/outbox.ts'
import { mailTransport } from '../../messages/mail/transport.ts'
import { smsTransport } from '../../messages/sms/transport.ts'
import { outboxPages } from './outbox-page.ts'

let dataDir: string
let folder: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'outbox-'))
  folder = path.join(dataDir, 'outbox')
})
afterEach(() => rm(dataDir, { recursive: true }))

const log = { info: () => {}, warn: () => {} }
const SUBJECT = 'Ihr Termin für 9:30 Uhr – Praxis <Zähne> & Co.'

async function sendMail(id: string) {
  const transport = mailTransport({
    smtpUrl: undefined,
    dataDir,
    mailFrom: { name: 'Praxis', address: 'desk@example.com' },
    log: log as never,
  })
  await transport.send(
    {
      to: 'ada@example.com',
      subject: SUBJECT,
      text: 'Grüße, sehen Sie https://book.example.com/visit#abc.',
      html: '<!doctype html><html><head><title>x</title></head><body><p>Grüße aus Köln</p></body></html>',
    },
    id,
  )
  transport.close()
}

async function open(address: string, at: string | null = folder) {
  const response = await outboxPages(at).request(address)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('the outbox of the demonstration', () => {
  it('shows mails in a frame without scripts, and SMS, the latest first', async () => {
    await sendMail('mail-1')
    await smsTransport({ dataDir, log }).send({ to: '+2348031234567', text: 'Booked <b>' }, 'sms-1')
    const { status, text, headers } = await open('/dev/outbox')
    expect(status).toBe(200)
    expect(text).toContain('<h2>Ihr Termin für 9:30 Uhr – Praxis &lt;Zähne&gt; &amp; Co.</h2>')
    expect(text).toContain('To ada@example.com')
    expect(text).toContain('Booked &lt;b&gt;')
    expect(text).toContain('<a href="https://book.example.com/visit#abc"')
    expect(text.indexOf('+2348031234567')).toBeLessThan(text.indexOf('ada@example.com'))
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(text).not.toMatch(/<script|style=/)

    const [, address = ''] = /<iframe src="([^"]+)" [^>]*sandbox="/.exec(text) ?? []
    const mail = await open(address)
    expect(mail.text).toContain('<base target="_blank">')
    expect(mail.text).toContain('Grüße aus Köln')
    expect(mail.headers.get('content-security-policy')).toContain(
      "default-src 'none'; style-src 'unsafe-inline'",
    )
  })

  it('has a hundred of them at most, and none before the first', async () => {
    expect((await open('/dev/outbox')).text).toContain('Nothing yet')
    const at = (i: number) => new Date(Date.UTC(2030, 0, 1, 0, i))
    for (let i = 0; i < 103; i++) {
      await writeToOutbox(folder, Buffer.from(`To: +${i}\n\nx\n`), {
        id: `${i}`,
        now: at(i),
        extension: 'txt',
      })
    }
    await writeFile(path.join(folder, 'notes.txt'), 'To: nobody\n\nx')
    const { text } = await open('/dev/outbox')
    expect(text.match(/<article>/g)).toHaveLength(100)
    expect(text).toContain('And 3 older ones')
    expect(text).not.toContain('nobody')
  })

  it.each([
    '/dev/outbox/notes.txt',
    '/dev/outbox/..%2f..%2fetc%2fpasswd',
    '/dev/outbox/2030-01-01T00-00-00.000Z_x.eml',
    '/dev',
    '/dev/more',
  ])('serves nothing at %s', async (address) => {
    expect(await open(address)).toMatchObject({ status: 404 })
  })

  it('exists in the demonstration alone', async () => {
    await sendMail('mail-1')
    expect(await open('/dev/outbox', null)).toMatchObject({ status: 404 })
  })
})
