import { describe, expect, it } from 'vitest'
import { parseSmsUrl } from './gateway-url.ts'

describe('SMS_URL', () => {
  it.each([
    [
      'africastalking://enamel:a%40key@api.africastalking.com?from=Enamel',
      {
        kind: 'africastalking',
        origin: 'https://api.africastalking.com',
        user: 'enamel',
        secret: 'a@key',
        from: 'Enamel',
      },
    ],
    [
      'africastalking://sandbox:key@api.sandbox.africastalking.com',
      {
        kind: 'africastalking',
        origin: 'https://api.sandbox.africastalking.com',
        user: 'sandbox',
        secret: 'key',
        from: null,
      },
    ],
    [
      'twilio://AC01:token@api.twilio.com?from=%2B15551234567',
      {
        kind: 'twilio',
        origin: 'https://api.twilio.com',
        user: 'AC01',
        secret: 'token',
        from: '+15551234567',
      },
    ],
  ])('%s', (url, gateway) => expect(parseSmsUrl(url)).toEqual(gateway))

  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('may go without TLS to %s', (host) => {
    expect(parseSmsUrl(`twilio://AC01:token@${host}:8080?from=x`)?.origin).toMatch(/^http:\/\//)
  })

  it.each(['10.0.0.1', 'localhost.example.com', '127.0.0.1.example.com', 'example.com'])(
    'must use TLS to %s',
    (host) => {
      expect(parseSmsUrl(`twilio://AC01:token@${host}?from=x`)?.origin).toBe(`https://${host}`)
    },
  )

  it.each([
    ['another scheme', 'https://user:key@api.africastalking.com'],
    ['no host', 'africastalking://?from=Enamel'],
    ['no key', 'africastalking://enamel@api.africastalking.com'],
    ['no user', 'africastalking://:key@api.africastalking.com'],
    ['a path', 'africastalking://enamel:key@api.africastalking.com/version1'],
    ['a setting that is none', 'africastalking://enamel:key@api.africastalking.com?form=Enamel'],
    ['no sender, where one is needed', 'twilio://AC01:token@api.twilio.com'],
    ['an escape that is none', 'africastalking://enamel:%zz@api.africastalking.com'],
    ['a line break in the key', 'africastalking://enamel:a%0d%0ab@api.africastalking.com'],
    ['nothing', ''],
  ])('is refused with %s', (_, url) => expect(parseSmsUrl(url)).toBeNull())
})
