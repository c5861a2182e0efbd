import type { LanguageCode } from './languages.ts'
import { ownValue } from './own.ts'

/**
 * Meanings of a reply to an SMS: the patient comes, does not come, would like a call, or wants no more reminders by
 * SMS, or wants them again.
 */
export const REPLIES = ['confirm', 'cancel', 'call', 'stop', 'start'] as const
export type Reply = (typeof REPLIES)[number]

/**
 * Numbers and the words of gateways and carriers (CTIA's opt-out words but 'cancel', which is about the appointment).
 */
const EVERYWHERE: Record<Reply, readonly string[]> = {
  confirm: ['1', '👍'],
  cancel: ['2'],
  call: ['3'],
  stop: ['stop', 'stopall', 'stop all', 'unsubscribe', 'quit', 'end', 'revoke', 'opt out', 'optout'],
  start: ['start', 'unstop'],
}

/**
 * Words of each language, as they are typed on a phone. A bare 'no' is none of them: it may mean anything, and cancelling
 * is not done on a guess.
 */
const WORDS: Record<LanguageCode, Record<Reply, readonly string[]>> = {
  en: {
    confirm: [
      'yes',
      'y',
      'yeah',
      'ok',
      'okay',
      'confirm',
      'confirmed',
      'coming',
      'i am coming',
      "i'm coming",
      'yep',
      'yup',
      'sure',
      'i confirm',
      'yes i will',
      'i come',
      'i can come',
      'i will come',
      'i will be there',
      "i'll be there",
    ],
    cancel: [
      'cancel',
      'cancel it',
      'please cancel',
      'cancel my appointment',
      'cancel the appointment',
      'cancel appointment',
    ],
    call: ['call', 'call me', 'please call', 'please call me', 'call back', 'call me back'],
    stop: [
      'stop it',
      'stop now',
      'stop sms',
      'stop messages',
      'stop texting me',
      'unsubscribe me',
      'remove me',
    ],
    start: [],
  },
  gr: {
    confirm: ['ja', 'okay', 'bestätigen', 'bestätigt', 'ich komme'],
    cancel: ['absagen', 'stornieren', 'absage', 'bitte absagen'],
    call: ['anrufen', 'rückruf', 'bitte anrufen', 'rufen sie mich an', 'bitte rückruf'],
    stop: ['stopp', 'abmelden'],
    start: ['anmelden'],
  },
  sp: {
    confirm: ['sí', 'vale', 'confirmo', 'confirmar', 'confirmado', 'sí voy'],
    cancel: ['cancelar', 'cancela', 'cancelo', 'anular'],
    call: ['llamar', 'llámame', 'llámeme', 'llámenme', 'por favor llámenme'],
    stop: ['parar', 'baja', 'alto'],
    start: ['iniciar', 'alta'],
  },
  it: {
    confirm: ['sì', 'va bene', 'confermo', 'conferma', 'confermare', 'vengo'],
    cancel: ['annulla', 'annullare', 'annullo', 'disdire', 'disdico'],
    call: ['chiamare', 'chiamami', 'chiamatemi', 'mi chiami', 'richiamatemi', 'richiamami'],
    stop: ['basta', 'ferma'],
    start: ['inizia', 'riprendi'],
  },
  rs: {
    confirm: ['да', 'ок', 'подтверждаю', 'приду', 'буду'],
    cancel: ['отмена', 'отменить', 'отменяю', 'отмените'],
    call: ['позвоните', 'перезвоните', 'позвоните мне', 'перезвоните мне', 'звонок'],
    stop: ['стоп', 'отписаться'],
    start: ['старт', 'подписаться'],
  },
  ha: {
    confirm: ['eh', 'na tabbatar', 'tabbatar', 'zan zo'],
    cancel: ['soke', 'a soke', 'na soke'],
    call: ['kira', 'kira ni', 'ku kira ni', 'a kira ni'],
    stop: ['daina', 'a daina'],
    start: ['fara', 'a fara'],
  },
  ig: {
    confirm: ['ee', 'eeh', 'ọ dị mma', 'aga m abịa', 'ana m abịa'],
    cancel: ['kagbuo', 'kagbuo ya'],
    call: ['kpọọ', 'kpọọ m', 'kpọọ m oku'],
    stop: ['kwụsị'],
    start: ['bido', 'malite'],
  },
  yo: {
    confirm: ['bẹẹni', 'mo ń bọ̀', 'màá wá', 'ó dára'],
    cancel: ['fagilé', 'fagilee', 'ẹ fagilé'],
    call: ['pè mí', 'ẹ pè mí', 'pe'],
    stop: ['dúró', 'dáwọ́ dúró'],
    start: ['bẹ̀rẹ̀'],
  },
}

/** Letters of Hausa that people type plainly, and that have no accent to take away. */
const PLAIN: Record<string, string> = { ƙ: 'k', ɗ: 'd', ɓ: 'b', ƴ: 'y' }

/** Courtesies around a reply, which say nothing themselves. */
const COURTESIES = [
  ...[
    'please',
    'pls',
    'plz',
    'thanks',
    'thank you',
    'thankyou',
    'thank you very much',
    'thank you so much',
    'many thanks',
    'thx',
    'tnx',
    'good morning',
    'good afternoon',
    'good evening',
    'sorry',
    'god bless',
    'god bless you',
    'hi',
    'hello',
    'dear',
  ],
  ...[
    'sir',
    'ma',
    'madam',
    'doctor',
    'dr',
    'doc',
    'bitte',
    'danke',
    'vielen dank',
    'danke schön',
    'gerne',
    'gern',
    'hallo',
  ],
  ...['por favor', 'gracias', 'muchas gracias', 'hola', 'per favore', 'grazie', 'grazie mille', 'ciao'],
  ...['пожалуйста', 'спасибо', 'здравствуйте', 'don allah', 'na gode', 'biko', 'daalụ', 'imela'],
  ...['ẹ ṣé', 'ẹ ṣeun', 'jọ̀ọ́', 'ẹ jọ̀ọ́', 'jọ̀wọ́'],
].map(comparable)

/**
 * Reply of an SMS. The whole text is made of numbers and words of the offered languages that mean one reply, and of
 * courtesies, in any capitals, with or without accents, emoji and signs between: 'yes yes', 'Yes, please', '1. I come'.
 * @returns null where it is not understood
 */
export function replyIn(text: string, languages: readonly LanguageCode[]): Reply | null {
  const tables = [EVERYWHERE, ...languages.map((language) => WORDS[language])]
  const said = comparable(text).split(' ')
  if (isMadeOf(said, COURTESIES)) return null
  const [only, ...others] = REPLIES.filter((reply) =>
    isMadeOf(said, [...COURTESIES, ...tables.flatMap((table) => table[reply]).map(comparable)]),
  )
  return only && others.length === 0 ? only : null
}

/** Reports whether words consist of phrases only, one after the other. */
function isMadeOf(words: readonly string[], phrases: readonly string[]): boolean {
  const known = new Set(phrases)
  const longest = Math.max(...phrases.map((phrase) => phrase.split(' ').length))
  /** Places between words reached so far. */
  const reached = new Set([0])
  for (const [from] of words.entries()) {
    if (!reached.has(from)) continue
    for (let to = from + 1; to <= Math.min(from + longest, words.length); to++) {
      if (known.has(words.slice(from, to).join(' '))) reached.add(to)
    }
  }
  return reached.has(words.length)
}

/** Letters, digits, and the emoji that say something. */
function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Emoji_Modifier}'’ʼ`]/gu, '')
    .replace(/[ƙɗɓƴ]/g, (letter) => ownValue(PLAIN, letter) ?? letter)
    .replace(/[👍👎❌🚫🙅⛔]/gu, ' $& ')
    .replace(/[^\p{L}\p{N}👍👎❌🚫🙅⛔]+/gu, ' ')
    .trim()
}

/** Longest part of a patient's words that the list to be called shows. */
export const WORDS_MAX_LENGTH = 160

/** The patient's words in one line, without characters that no screen should draw. */
export function wordsShown(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\uD800-\uDFFF]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  return letters.length > WORDS_MAX_LENGTH ? `${letters.slice(0, WORDS_MAX_LENGTH - 1).join('')}…` : line
}
