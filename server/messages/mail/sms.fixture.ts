import type { SendParts } from '../send/send.ts'

/** Parts for patients with an email address, who must get no SMS. */
export const noSms: Pick<SendParts, 'sms' | 'smsOn' | 'origin'> = {
  origin: () => 'https://book.example.com',
  sms: { way: 'gateway', send: () => Promise.reject(new Error('no SMS is asked for here')) },
  smsOn: () => ({
    take: () => Promise.reject(new Error('nor may one be counted')),
    giveBack: async () => {},
  }),
}
