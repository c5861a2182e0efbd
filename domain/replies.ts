import type { LanguageCode } from './languages.ts'
import { own } from './own.ts'

/**
 * What patients can answer to an SMS: that they come, that they do not, that they wish to be called; and that they want no
 * more reminders by SMS, or want them again.
 */
export const REPLIES = ['confirm', 'cancel', 'call', 'stop', 'start'] as const
export type Reply = (typeof REPLIES)[number]

/** Numbers and the words of gateways and carriers (CTIA's opt-out words but 'cancel', which is about the visit). */
const EVERYWHERE: Record<Reply, readonly string[]> = {
  confirm: ['1', '👍'],
  cancel: ['2'],
  call: ['3'],
  stop: ['stop', 'stopall', 'stop all', 'unsubscribe', 'quit', 'end'],
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
    ],
    cancel: ['cancel', 'cancel it', 'please cancel'],
    call: ['call', 'call me', 'please call', 'please call me', 'call back', 'call me back'],
    stop: [],
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

/**
 * What an SMS asks for: the whole of it is a number or a word of an offered language, in any capitals, with or without
 * accents and punctuation.
 * @returns null where it is not understood
 */
export function replyIn(text: string, languages: readonly LanguageCode[]): Reply | null {
  const said = comparable(text)
  const tables = [EVERYWHERE, ...languages.map((language) => WORDS[language])]
  const meant = REPLIES.find((reply) =>
    tables.some((table) => table[reply].some((word) => comparable(word) === said)),
  )
  return meant ?? null
}

/** Letters of Hausa that people type plainly, and that have no accent to take away. */
const PLAIN: Record<string, string> = { ƙ: 'k', ɗ: 'd', ɓ: 'b', ƴ: 'y' }

function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Emoji_Modifier}'’ʼ`]/gu, '')
    .replace(/[ƙɗɓƴ]/g, (letter) => own(PLAIN, letter) ?? letter)
    .replace(/[^\p{L}\p{N}👍]+/gu, ' ')
    .trim()
}

/** Longest part of a patient's words that the list to be called shows. */
export const WORDS_SHOWN = 160

/** What a patient wrote, in one line and without what no screen should draw. */
export function wordsShown(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\uD800-\uDFFF]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  return letters.length > WORDS_SHOWN ? `${letters.slice(0, WORDS_SHOWN - 1).join('')}…` : line
}
