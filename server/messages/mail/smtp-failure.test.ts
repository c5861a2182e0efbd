import { describe, expect, it } from 'vitest'
import { MailNotSent, smtpFailure } from './smtp-failure.ts'

const answer = (command: string, response: string) => ({
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
  code: 'EENVELOPE',
})

describe('an answer that is final for the address', () => {
  it.each([
    '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
    "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address for typos\n550 5.1.1 https://support.example/?p=NoSuchUser - gsmtp",
    '550-Sorry.\n550 5.1.1 No such user here',
    '550 5.1.2 <ada@exampel.com>: Host unknown',
    '501 5.1.3 Bad recipient address syntax',
    '553 5.1.4 Ambiguous destination mailbox address',
    '551 5.1.6 The mailbox has moved and left no forwarding address',
    '556 5.1.10 Recipient address has null MX',
    '550-5.2.1 The email account that you tried to reach is disabled.\n550 5.2.1 https://support.example',
    '552 5.2.2 mailbox full',
    '552-5.2.2 The email account that you tried to reach is over quota.\n552 5.2.2 https://support.example',
    '550 #5.1.0 Address rejected: unknown user',
    '553 sorry, no mailbox here by that name. (#5.1.1)',
    '550 no such user',
    '550 No such user here',
    '550 User unknown',
    '550 <ada@example.com>... User unknown',
    '550 unknown user <spam.limit@example.com>',
    '550 Unknown recipient',
    '550 Invalid recipient ada@example.com',
    '550 mailbox not found',
    '550 Recipient does not exist',
    "554 delivery error: dd This user doesn't have a example.com account (ada@example.com) [0]",
  ])('%s', (response) => {
    expect(smtpFailure(answer('RCPT TO', response))).toBe('refused')
    expect(smtpFailure(answer('DATA', response))).toBe('refused')
  })
})

describe('an answer that is the fault of a setting, a limit or a filter is retried', () => {
  it.each([
    '550-5.4.5 Daily user sending limit exceeded. For more information on Gmail\n550 5.4.5 sending limits go to https://support.example - gsmtp',
    '550 5.4.1 Recipient address rejected: Access denied',
    '550 5.4.6 Routing loop detected',
    '550 relay not permitted',
    '550 Relaying denied',
    '554 5.7.1 <ada@example.com>: Relay access denied',
    '554 Your account has been suspended',
    '550 SPF check failed',
    '550 5.7.1 blocked',
    '550-5.7.26 This mail has been blocked because the sender is unauthenticated.\n550 5.7.26 See https://support.example',
    '550 5.7.509 Access denied, sending domain example.org does not pass DMARC verification',
    '550 5.1.7 Invalid sender address',
    '550 5.1.8 Access denied, bad outbound sender',
    '550 5.1.0 <clinic@example.org>: Sender address rejected: User unknown in local recipient table',
    '550 Sender rejected: user unknown',
    '550 sender unknown',
    '550 5.1.20 Multiple From addresses',
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    '550 5.2.0 Other mailbox failure',
    '552 5.2.3 Message exceeds the size limit',
    '554 5.6.0 Message content rejected',
    '554 5.7.1 Spam message rejected',
    '550 spam content',
    '550 Message classified as spam: no such user may send it',
    '550 From address does not exist',
    '550 Invalid address in the From header',
    '550 return address unknown',
    '550 Callout verification failed: unknown user',
    '550 Unknown user for SMTP AUTH',
    '550 No such user: your account has expired',
    '550 Invalid recipient: your IP is listed',
    '550 5.1.1 Your daily sending limit is exceeded',
    '550 5.2.1 The user you are trying to contact is receiving mail too quickly',
    '550-5.2.1 The user you are trying to contact is receiving mail at a rate that\n550 5.2.1 prevents additional messages from being delivered',
    '550 5.2.1 Account is over its sending quota',
    '550 Requested action not taken: mailbox unavailable',
    '550 Administrative prohibition',
    '550 Rejected: 192.0.2.7 is listed at zen.example',
    '550 Connections from 5.1.1.7 are not accepted',
    '550 5.7.1 no such user, and 5.1.1 was not asked for',
    '550-5.1.1 no such user\n550 5.7.1 or blocked by a rule',
    '550 4.1.1 User unknown for now',
    '552 Message size exceeds fixed limit',
    '521 does not accept mail',
    '530 5.7.0 Must issue a STARTTLS command first',
    '530 Authentication required',
    '535 5.7.8 Username and Password not accepted',
    '503 Bad sequence of commands',
    '500 unrecognized command',
    '452 4.2.2 <ada@example.com> over quota',
    '450 4.1.1 <ada@example.com>: User unknown',
    '450 4.2.1 The user you are trying to contact is receiving mail too quickly',
    '451 4.7.1 Greylisted, try later',
    '454 4.7.0 TLS not available due to temporary reason',
    '421 4.7.0 Try again later, closing connection',
    '421 Too many connections',
  ])('%s', (response) => {
    expect(smtpFailure(answer('RCPT TO', response))).toBeInstanceOf(MailNotSent)
    expect(smtpFailure(answer('DATA', response))).toBeInstanceOf(MailNotSent)
  })

  it('is reported by its codes alone', () => {
    expect(
      smtpFailure(answer('RCPT TO', '550-5.4.5 Daily limit of clinic@example.org\n550 5.4.5 x')),
    ).toEqual(new MailNotSent('mail not sent: EENVELOPE RCPT TO 550 5.4.5'))
  })
})

it.each([
  ['a refused sender', answer('MAIL FROM', '550 5.1.1 no such user')],
  ['a refused sign-in', { ...answer('AUTH PLAIN', '535 5.1.1 user unknown'), code: 'EAUTH' }],
  ['a refused greeting', answer('EHLO', '550 user unknown')],
  ['no connection', { code: 'ESOCKET', command: 'CONN', message: 'connect ECONNREFUSED ada@example.com' }],
  [
    'a certificate that is not trusted',
    { code: 'ESOCKET', command: 'CONN', message: 'self-signed certificate' },
  ],
  ['no TLS', { code: 'ETLS', command: 'STARTTLS', message: 'ada@example.com' }],
  ['nothing known', undefined],
])('a mail is retried after %s, and the failure repeats no address', (_what, error) => {
  const failure = smtpFailure(error)
  expect(failure).toBeInstanceOf(MailNotSent)
  expect(String(failure)).not.toContain('ada@')
})

it.each([
  ['ESOCKET', true],
  ['ECONNECTION', true],
  ['ECONNREFUSED', true],
  ['ETIMEDOUT', true],
  ['EDNS', true],
  ['EAUTH', false],
  ['EENVELOPE', false],
  ['ETLS', false],
])('the log says of %s that no one answered: %s', (code, isAway) => {
  expect(smtpFailure({ code })).toMatchObject({
    isAway,
    message: expect.stringMatching(isAway ? /^mail server away: / : /^mail not sent: /),
  })
})
