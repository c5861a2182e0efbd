import { expect, it } from 'vitest'
import { MailNotSent, smtpFailure } from './smtp-failure.ts'

const answer = (command: string, response: string) => ({
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
  code: 'EENVELOPE',
})

it.each([
  ['unknown recipient', answer('RCPT TO', '550 5.1.1 <ada@example.com> unknown')],
  ['unknown recipient, no enhanced code', answer('RCPT TO', '550 no such user')],
  ['refused content', answer('DATA', '554 5.6.0 refused')],
])('gives up a mail after: %s', (_what, error) => expect(smtpFailure(error)).toBe('refused'))

it.each([
  ['a full mailbox', answer('RCPT TO', '452 4.2.2 <ada@example.com> over quota')],
  ['greylisting', answer('RCPT TO', '451 4.7.1 try later')],
  ['relaying denied', answer('RCPT TO', '554 5.7.1 <ada@example.com> relay access denied')],
  ['a refused sender', answer('MAIL FROM', '550 5.1.8 bad sender')],
  ['a wrong password', { ...answer('AUTH PLAIN', '535 5.7.8 bad credentials'), code: 'EAUTH' }],
  ['no connection', { code: 'ESOCKET', command: 'CONN', message: 'connect ECONNREFUSED ada@example.com' }],
  ['nothing known', undefined],
])('tries again after: %s, and repeats no address', (_what, error) => {
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
])('says of %s that nobody answered: %s', (code, isAway) => {
  expect(smtpFailure({ code })).toMatchObject({
    isAway,
    message: expect.stringMatching(isAway ? /^mail server away: / : /^mail not sent: /),
  })
})
