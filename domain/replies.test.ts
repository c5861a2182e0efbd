import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGUAGE_CODES } from './languages.ts'
import { replyIn, WORDS_MAX_LENGTH, wordsShown } from './replies.ts'

describe('an SMS reply', () => {
  it.each([
    ['1', 'confirm'],
    [' 1. ', 'confirm'],
    ['１', 'confirm'],
    ['1️⃣', 'confirm'],
    ['👍🏿', 'confirm'],
    ['YES!', 'confirm'],
    ["I'm coming", 'confirm'],
    ['Im coming', 'confirm'],
    ['Sí', 'confirm'],
    ['si', 'confirm'],
    ['Ja.', 'confirm'],
    ['Да', 'confirm'],
    ['BẸẸNI', 'confirm'],
    ['beeni', 'confirm'],
    ['aga m abia', 'confirm'],
    ['2', 'cancel'],
    ['Cancel', 'cancel'],
    ['bitte  absagen', 'cancel'],
    ['Отмена', 'cancel'],
    ['soke', 'cancel'],
    ['3', 'call'],
    ['Please call me.', 'call'],
    ['Rueckruf', null],
    ['Rückruf', 'call'],
    ['ruckruf', 'call'],
    ['kpoo m', 'call'],
    ['STOP', 'stop'],
    ['Stopp', 'stop'],
    ['стоп', 'stop'],
    ['kwusi', 'stop'],
    ['start', 'start'],
    ['yes please', 'confirm'],
    ['Yes, please!', 'confirm'],
    ['Yes sir', 'confirm'],
    ['Yes, I’m coming. Thanks!', 'confirm'],
    ['yes 👍🏾', 'confirm'],
    ['🙂 Yes! 🙏', 'confirm'],
    ['1. Thank you', 'confirm'],
    ['(1)', 'confirm'],
    ['Ja, gerne', 'confirm'],
    ['Sí, por favor', 'confirm'],
    ['Sì grazie', 'confirm'],
    ['Да, спасибо', 'confirm'],
    ['Stop. Thank you', 'stop'],
    ['Please STOP', 'stop'],
    ['2, thanks', 'cancel'],
    ['Cancel please', 'cancel'],
    ['Hello, please call me', 'call'],
    ['Good morning. Yes', 'confirm'],
    ['yes, thank you so much', 'confirm'],
    ['Yes thank you very much', 'confirm'],
    ['Yes doc', 'confirm'],
    ['Yes, I will be there', 'confirm'],
    ['yes i will come', 'confirm'],
    ['Sorry, cancel', 'cancel'],
    ['Please cancel my appointment', 'cancel'],
    ['Opt-out', 'stop'],
    ['Stop now, thank you', 'stop'],
    ['stop messages pls', 'stop'],
    ['remove me please', 'stop'],
    ['yes yes', 'confirm'],
    ['Yes yes yes!', 'confirm'],
    ['yes, I come', 'confirm'],
    ['Yes I come', 'confirm'],
    ['yes please I will come', 'confirm'],
    ['Yes, please, I am coming', 'confirm'],
    ['yes ok thank you', 'confirm'],
    ['Yes, I can come', 'confirm'],
    ['Yes confirmed', 'confirm'],
    ['1 yes', 'confirm'],
    ['1 - Yes', 'confirm'],
    ['ok sure', 'confirm'],
    ['Ja ich komme', 'confirm'],
    ['ja ja', 'confirm'],
    ['sí sí', 'confirm'],
    ['Sì, vengo', 'confirm'],
    ['да да, приду', 'confirm'],
    ['Yes, beeni', 'confirm'],
    ['2 cancel', 'cancel'],
    ['cancel cancel', 'cancel'],
    ['Cancel, please cancel', 'cancel'],
    ['3 call me', 'call'],
    ['stop stop', 'stop'],
    ['STOP, stop please', 'stop'],
    ['1 1', 'confirm'],
    ['yes no', null],
    ['yes cancel', null],
    ['yes call me', null],
    ['yes stop', null],
    ['ok stop', null],
    ['yes I come late', null],
    ['yes, I come tomorrow', null],
    ['yes but cancel', null],
    ['I come', 'confirm'],
    ['I do not come', null],
    ['yes not', null],
    ['please yes I', null],
    ['thank you', null],
    ['sorry', null],
    ['good morning', null],
    ['please', null],
    ['👎', null],
    ['yes 👎', null],
    ['1 ❌', null],
    ['2 👍', null],
    ['No, thank you', null],
    ['Nein danke', null],
    ['no no', null],
    ['yes. no', null],
    ['Yes, stop', null],
    ['not coming', null],
    ['not ok', null],
    ['1, 2', null],
    ['1.2', null],
    ['ok, but later please', null],
    ['', null],
    ['4', null],
    ['12', null],
    ['1 2', null],
    ['no', null],
    ['1 but later', null],
    ['yes, and can I bring my son?', null],
    ['stop it hurts', null],
  ])('%j means %s', (text, reply) => {
    expect(replyIn(text, LANGUAGE_CODES)).toBe(reply)
  })

  it('is read in the languages that the clinic offers', () => {
    expect(replyIn('ja', ['en', 'gr'])).toBe('confirm')
    expect(replyIn('ja', ['en'])).toBeNull()
    expect(replyIn('1', [])).toBe('confirm')
  })

  it('means the same whichever other languages are offered', () => {
    const words = [
      'si',
      'ok',
      'ja',
      'baja',
      'alta',
      'end',
      'fara',
      'ee',
      'eh',
      'pe',
      'absagen',
      'start',
      'stop',
    ]
    for (const word of words) {
      const alone = LANGUAGE_CODES.map((code) => replyIn(word, [code])).filter((reply) => reply !== null)
      expect([word, new Set(alone).size]).toEqual([word, 1])
      expect(replyIn(word, LANGUAGE_CODES)).toBe(alone[0])
    }
  })

  it('of any text is a known reply or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        replyIn(text, LANGUAGE_CODES)
        const shown = wordsShown(text)
        expect([...shown].length).toBeLessThanOrEqual(WORDS_MAX_LENGTH)
        expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\p{Cf}]/u)
      }),
    )
  })
})

it.each([
  ['  I\n am\t late  ', 'I am late'],
  ['a\u202Eb\0c', 'a b c'],
  ['x'.repeat(200), `${'x'.repeat(159)}…`],
])('of a reply %j the desk sees %j', (text, shown) => {
  expect(wordsShown(text)).toBe(shown)
})
