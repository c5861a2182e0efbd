import path from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Logger } from 'pino'
import { isEmail } from '../../../domain/contact.ts'
import { checkedSender, parseSender, type Sender } from '../../platform/config/sender.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { oneLine } from '../../platform/text/text.ts'
import type { CalendarFile } from './calendar-entry.ts'
import { writeToOutbox } from './outbox.ts'
import { smtpFailure } from './smtp-failure.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  calendar?: CalendarFile
  /** Address to which a mail program posts when its reader wants no more of these (RFC 8058). */
  unsubscribe?: string
}

export type MailTransport = {
  sender: Sender
  /**
   * The same `id` gives the same Message-ID, which identifies duplicates.
   * @returns 'refused' when it is permanently undeliverable
   * @throws {MailNotSent} when a retry may work; its message has no personal data
   */
  send(mail: Mail, id: string): Promise<'sent' | 'refused'>
  /** Closes idle connections and aborts mails in progress. */
  close(): void
}

export type MailSettings = {
  /**
   * smtp:// or smtps://, with user and password; not set: files in the outbox. A server on another machine
   * must offer TLS, unless `?requireTLS=false` is set.
   */
  smtpUrl?: string | undefined
  /** 'desk@example.com' or 'Clinic <desk@example.com>', or both parts. */
  mailFrom: string | Sender
  /** Mails without a server go to `outbox` in it. */
  dataDir: string
  log: Pick<Logger, 'info'>
  /** Called when a mail is sent after others found no server, once a minute at most. */
  onBack?: () => void
  /** Timeout per step of the mail server, in milliseconds. Well under the job's timeout. */
  timeoutMs?: number
}

/** Stay open between mails: setting one up takes longer than a mail. Few, since a clinic's mail server is small. */
const CONNECTIONS = 5
/** A mail at which a server always hangs up is not tried more often than this, in milliseconds. */
const BACK_EVERY_MS = 60_000

/**
 * Sends mail by SMTP, or writes .eml files when no server is set.
 * @throws {StartError} when `mailFrom` is no mail address
 */
export function mailTransport(settings: MailSettings): MailTransport {
  const sender = senderFrom(settings.mailFrom)
  const deliver = settings.smtpUrl ? bySmtp(settings, settings.smtpUrl) : byFile(settings)
  return {
    sender,
    async send(mail, id) {
      // Checked again, since a line break or a second recipient in the address would do harm.
      if (!isEmail(mail.to)) return 'refused'
      return deliver.send(message(mail, sender, id), id)
    },
    close: deliver.close,
  }
}

const HERE = ['localhost', '127.0.0.1', '[::1]']

/**
 * Nodemailer uses STARTTLS only when offered, and would otherwise send codes, links and the password in the
 * clear after an attacker removes the offer. A setting in the URL takes precedence.
 */
export const needsTls = (url: string) => !HERE.includes(URL.parse(url)?.hostname.toLowerCase() ?? '')

/** Loaded with the first mail: a server that has sent none does without its memory. */
const nodemailer = () => import('nodemailer')

type Delivery = { send(message: SendMailOptions, id: string): Promise<'sent' | 'refused'>; close(): void }

function bySmtp({ log, onBack = () => {}, timeoutMs = 10_000 }: MailSettings, url: string): Delivery {
  let isAway = false
  let backAt = Number.NEGATIVE_INFINITY
  const connect = async () =>
    (await nodemailer()).createTransport({
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      requireTLS: needsTls(url),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: 2 * timeoutMs,
    })
  let connected: ReturnType<typeof connect> | undefined
  return {
    async send(mail, id) {
      connected ??= connect()
      const server = await connected
      try {
        await server.sendMail(mail)
      } catch (error) {
        const failure = smtpFailure(error)
        if (failure === 'refused') return failure
        isAway ||= failure.isAway
        throw failure
      }
      if (isAway && performance.now() - backAt > BACK_EVERY_MS) {
        isAway = false
        backAt = performance.now()
        onBack()
      }
      log.info({ mail: id }, 'mail handed to the mail server')
      return 'sent'
    },
    close: () => void connected?.then((server) => server.close()),
  }
}

function byFile({ log, dataDir }: MailSettings): Delivery {
  const open = async () =>
    (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let composer: ReturnType<typeof open> | undefined
  const folder = path.join(dataDir, 'outbox')
  return {
    async send(mail, id) {
      composer ??= open()
      const composed = await (await composer).sendMail(mail)
      const file = await writeToOutbox(folder, composed.message as Buffer, { id, now: new Date() })
      log.info({ mail: id, file }, 'no mail server is set: mail written to the outbox')
      return 'sent'
    },
    close() {},
  }
}

function message(mail: Mail, sender: Sender, id: string): SendMailOptions {
  return {
    from: sender,
    // As objects, so that nothing in them is parsed as further addresses.
    to: { name: '', address: mail.to },
    envelope: { from: sender.address, to: [mail.to] },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    ...(mail.calendar ? calendarParts(mail.calendar) : {}),
    messageId: `<${oneLine(id)}@${sender.address.split('@')[1]}>`,
    // Prevents 'out of office' replies (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe ? listHeaders(mail.unsubscribe) : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * An invitation as a third format of the mail, which Google's and Outlook's programs recognise, and once more as a file
 * for all others. A published calendar is a file alone: as a third format those programs would show its first entry.
 */
const calendarParts = ({ method, text }: CalendarFile) =>
  method === 'PUBLISH'
    ? {
        attachments: [
          {
            filename: 'appointments.ics',
            content: text,
            contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
          },
        ],
      }
    : { icalEvent: { method, content: text, filename: 'appointment.ics' } }

/** One press in the mail program: it posts, and asks nothing. */
const listHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

function senderFrom(given: string | Sender): Sender {
  const sender = typeof given === 'string' ? parseSender(given) : checkedSender(given)
  if (sender) return sender
  throw new StartError('MAIL_FROM must be a mail address, such as Clinic <desk@example.com>.')
}
