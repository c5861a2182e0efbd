import { createTransport } from 'nodemailer'
import { needsTls } from '../../messages/mail/transport.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Connects to the mail server with TLS and sign-in, and sends nothing. */
export async function checkMailServer(smtpUrl: string, timeoutMs = 8_000): Promise<Finding> {
  const { host } = new URL(smtpUrl)
  const server = createTransport({
    url: smtpUrl,
    requireTLS: needsTls(smtpUrl),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  try {
    await server.verify()
    return ok('Mail', `The mail server ${host} answers and lets us in.`)
  } catch (error) {
    return wrong(
      'Mail',
      `The mail server ${host} ${reason(error)}.`,
      'Check SMTP_URL, and that the server is there.',
    )
  } finally {
    server.close()
  }
}

/** Our own text: the server's may repeat an address or a user. */
function reason(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  switch (code) {
    case 'EAUTH':
      return `refuses the user or the password (${responseCode ?? 'no sign-in offered'})`
    case 'EDNS':
      return 'has a host name that cannot be found'
    case 'ETIMEDOUT':
      return 'does not answer in time'
    case 'ETLS':
      return 'has no TLS that could be used, and mail goes to another machine under TLS only'
    case 'ECONNECTION':
    case 'ESOCKET':
    case 'ECONNREFUSED':
      return 'cannot be connected to, or not under TLS'
  }
  return `does not do (${[code, responseCode].filter(Boolean).join(' ') || 'no reason given'})`
}
