import { describe, expect, it } from 'vitest'
import type { Clinic } from '../../../domain/clinic.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { africasTalkingSms, formOf, isSignedByTwilio, isTo, senderOf, twilioSms } from './incoming.ts'
import { incomingSettings } from './settings.ts'

describe("Twilio's signature", () => {
  /** The example of Twilio's page 'Security'. */
  const EXAMPLE = {
    authToken: '12345',
    address: 'https://mycompany.com/myapp.php?foo=1&bar=2',
    signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
  }
  const form = formOf(
    'Digits=1234&To=%2B18005551212&From=%2B14158675309&Caller=%2B14158675309&CallSid=CA1234567890ABCDE',
  )

  it('matches that of its documentation', () => {
    expect(isSignedByTwilio(form, EXAMPLE)).toBe(true)
    const named = { authToken: '12345', signature: 'UwvNS/JJpff8wED1yZ0Ug+qWKec=' }
    // Of https://example.com:443/, which the clinic calls without its port.
    expect(isSignedByTwilio(formOf('a=1&a=2'), { ...named, address: 'https://example.com/' })).toBe(true)
  })

  it.each([
    ['another token', { authToken: '12346' }],
    ['another address', { address: 'https://mycompany.com/myapp.php?foo=1&bar=3' }],
    ['no signature', { signature: '' }],
    ['a longer signature', { signature: `${EXAMPLE.signature}=` }],
  ])('differs from that of %s', (_what, other) => {
    expect(isSignedByTwilio(form, { ...EXAMPLE, ...other })).toBe(false)
  })

  it('includes a field that comes twice once for each value', () => {
    const twice = { ...EXAMPLE, address: 'https://example.com/', signature: 'KtZm13EypNaI/iScFvI4YnFhSuU=' }
    expect(isSignedByTwilio(formOf('a=2&a=1&a=2'), twice)).toBe(true)
  })
})

describe('an incoming SMS', () => {
  it('is read from Twilio’s format', () => {
    const form = formOf('MessageSid=SM1&From=%2B2348031234567&To=%2B2347000000000&Body=Yes+please&NumMedia=0')
    expect(twilioSms(form)).toEqual({
      gateway: 'twilio',
      id: 'SM1',
      from: '+2348031234567',
      to: '+2347000000000',
      text: 'Yes please',
    })
    expect(twilioSms(formOf('MessageSid=SM1&MessageStatus=delivered'))).toBeNull()
  })

  it('is read from the format of Africa’s Talking', () => {
    const form = formOf('id=ATXid_1&from=%2B2348031234567&to=20880&text=1&date=2030-03-04&linkId=')
    expect(africasTalkingSms(form)).toEqual({
      gateway: 'africastalking',
      id: 'ATXid_1',
      from: '+2348031234567',
      to: '20880',
      text: '1',
    })
    expect(africasTalkingSms(formOf(`id=1&from=x&to=x&text=${'x'.repeat(2_001)}`))).toBeNull()
    expect(africasTalkingSms(formOf('id=a%00b&from=x&to=x&text=x'))).toBeNull()
  })

  it.each([
    ['+2348031234567', '+2348031234567'],
    ['2348031234567', '+2348031234567'],
    [' +2348031234567 ', '+2348031234567'],
    ['08031234567', null],
    ['20880', null],
    ['MTN', null],
    ['+0348031234567', null],
  ])('from %j is attributed to %s', (from, number) => {
    expect(senderOf({ from })).toBe(number)
  })

  it('is addressed to the clinic with or without a plus', () => {
    expect(isTo({ to: '2347000000000' }, '+2347000000000')).toBe(true)
    expect(isTo({ to: '20880' }, '20881')).toBe(false)
  })
})

describe('replies are read', () => {
  const sms = { replies: { number: '+2347000000000' } }
  const settings = (clinic: Pick<Clinic, 'sms'>, config: Partial<Parameters<typeof incomingSettings>[0]>) =>
    incomingSettings(
      { smsUrl: undefined, smsIncomingSecret: undefined, publicUrl: undefined, ...config },
      clinic,
    )
  const twilio = 'twilio://AC1:token@api.twilio.com?from=%2B2347000000000'
  const africasTalking = 'africastalking://app:key@api.africastalking.com'

  it('where the clinic has a number and a gateway', () => {
    expect(settings({ sms }, { smsUrl: twilio, publicUrl: 'https://book.example.com' })).toEqual({
      number: '+2347000000000',
      gateway: {
        kind: 'twilio',
        authToken: 'token',
        address: 'https://book.example.com/api/sms/incoming/twilio',
      },
    })
    expect(settings({ sms }, { smsUrl: africasTalking, smsIncomingSecret: 's'.repeat(22) })).toMatchObject({
      gateway: { kind: 'africastalking', secret: 's'.repeat(22) },
    })
  })

  it.each([
    ['without a number', {}, { smsUrl: twilio, publicUrl: 'https://book.example.com' }],
    ['without a gateway', { sms }, {}],
  ])('but not %s', (_what, clinic, config) => {
    expect(settings(clinic, config)).toBeNull()
  })

  it('but not where anyone could send them', () => {
    expect(() => settings({ sms }, { smsUrl: twilio })).toThrow(StartError)
    expect(() => settings({ sms }, { smsUrl: africasTalking })).toThrow(StartError)
  })
})
