import { setTimeout as delay } from 'node:timers/promises'
import { REFERENCE_LENGTH } from '../../domain/reference.ts'
import { tokenHash } from '../../server/accounts/auth/tokens.ts'
import { freePort } from '../support/free-port.ts'
import { mailHeader, mailParts, startMailServer } from '../support/mail-server.ts'
import { africasTalkingAnswer, startSmsGateway } from '../support/sms-gateway.ts'

/** `startsAt` is that of its calendar entry, as the entry has it. */
export type CapturedMail = { to: string; messageId: string; text: string; startsAt: string | undefined }

/** The clinic's mail server and SMS gateway, which can stop and restart on the same ports. */
export type Messages = {
  settings: { SMTP_URL: string; SMS_URL: string; MAIL_FROM: string }
  mails: CapturedMail[]
  /** For each SMS the reference of its appointment, or the hash of its link to it. */
  sms: string[]
  /** Arrival of the latest message, of performance.now(). */
  lastAt(): number
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

/** @param raw the whole mail */
export function capturedMail(to: string, raw: string): CapturedMail {
  const parts = mailParts(raw)
  const entry = parts.find(({ type }) => type.startsWith('text/calendar'))?.content ?? ''
  return {
    to,
    messageId: mailHeader(raw, 'Message-ID') ?? '',
    text: parts[0]?.content ?? '',
    startsAt: /^DTSTART:(\w+)/m.exec(entry)?.[1],
  }
}

const REFERENCE = new RegExp(`\\b[0-9A-Z]{${REFERENCE_LENGTH}}\\b`, 'g')

/** @param takesMs delay of the mail server before it accepts a mail */
export async function startMessages(takesMs = 0): Promise<Messages> {
  const [mailPort, smsPort] = [await freePort(), await freePort()]
  const mails: CapturedMail[] = []
  const sms: string[] = []
  let lastAt = 0

  const open = async () => ({
    mail: await startMailServer({
      port: mailPort,
      slowly: () => delay(takesMs),
      onReceived({ to, raw }) {
        lastAt = performance.now()
        mails.push(capturedMail(to.join(), raw))
      },
    }),
    gateway: await startSmsGateway(({ form }) => {
      lastAt = performance.now()
      sms.push(...visitsIn(form.message ?? ''))
      return africasTalkingAnswer(101)
    }, smsPort),
  })

  let servers: Awaited<ReturnType<typeof open>> | null = await open()
  return {
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      SMS_URL: `africastalking://chaos:key@127.0.0.1:${smsPort}`,
      MAIL_FROM: 'Clinic <desk@clinic.example>',
    },
    mails,
    sms,
    lastAt: () => lastAt,
    async goAway() {
      const gone = servers
      servers = null
      await Promise.all([gone?.mail.close(), gone?.gateway.close()])
    },
    async comeBack() {
      servers = await open()
    },
  }
}

const LINK = /\/v#([\w-]+)/

/** As in the table of links: a link alone identifies its appointment. */
function visitsIn(text: string): string[] {
  const [, token] = LINK.exec(text) ?? []
  return token === undefined ? referencesIn(text) : [tokenHash(token)]
}

export const referencesIn = (text: string): string[] => text.match(REFERENCE) ?? []
