/**
 * Names go into mails to addresses that strangers type. A text like an address or a message would be sent in the
 * clinic's name, so it is no name.
 */

/** Words of addresses that are no one's name. */
const ADDRESS_WORDS = new Set('http https www html php tme bitly tinyurl whatsapp telegram'.split(' '))
/** Endings of domains that are no one's second name. Edu, Org and Net are names, and Com alone is one. */
const ADDRESS = /[^\s.][\s.]+(?:com|xyz)$/iu

/**
 * Words that ask for an action, in the languages of the page. Some are names too (Win, Grace, Prize), so that one of
 * them alone is no message.
 */
const MESSAGE_WORDS = new Set(
  (
    'click tap visit link login signin account password passwort verify confirm claim win won winner winning prize bonus ' +
    'free gift cash money bitcoin crypto loan urgent blocked suspended payment invoice update call reply send subscribe ' +
    'klick klicken hier gewinn gewonnen konto kostenlos geld rechnung überweisung ' +
    'haga clic aquí cuenta contraseña gratis premio dinero factura gana ganado ' +
    'clicca qui conto vinto soldi fattura premio ' +
    'нажмите ссылка перейдите аккаунт пароль выигрыш приз бесплатно деньги счёт срочно'
  ).split(' '),
)
/** Message words that are also common names: 'Gift Winner Okafor', 'Kim Loan Win'. */
const GIVEN_NAMES = new Set('win winner prize gift gana loan qui'.split(' '))
/** A name may have one of them, one of two words two, and one of three words two that are given as names. */
const MOST_MESSAGE_WORDS = 1
const MOST_GIVEN_NAMES = 2
const SHORTEST_MESSAGE = 3
/** The longest honest names have nine words: 'Maria da Conceição dos Santos e Silva de Oliveira'. */
const MOST_WORDS = 9

/** Reports whether a text is too much like a message or an address to appear in a mail as a name. */
export function readsLikeMessage(name: string): boolean {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  if (name.trim().split(/\s+/).length > MOST_WORDS || /[\p{N}@/\\:<>#]/u.test(name)) return true
  if (ADDRESS.test(name) || words.some((word) => ADDRESS_WORDS.has(word))) return true
  const asking = new Set(words.filter((word) => MESSAGE_WORDS.has(word)))
  const isCalledSo = words.length === SHORTEST_MESSAGE && [...asking].every((word) => GIVEN_NAMES.has(word))
  const most = isCalledSo ? MOST_GIVEN_NAMES : MOST_MESSAGE_WORDS
  return words.length >= SHORTEST_MESSAGE && asking.size > most
}
