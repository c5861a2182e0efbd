/** Letters that Unicode decomposition leaves unchanged: hooked ones of Hausa, and those of Polish, Danish, German and others. */
const LETTERS = new Map(
  Object.entries({
    ɓ: 'b',
    ɗ: 'd',
    ƙ: 'k',
    ƴ: 'y',
    ł: 'l',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ı: 'i',
    ħ: 'h',
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
  }),
)

/**
 * A name as searches compare it: lower case without accents, hooks, apostrophes and dots, with plain letters for those
 * that a keyboard may lack. Same as the columns `name_key` and `name_words`, which leave hyphens out.
 */
export function comparableName(text: string): string {
  return text
    .replaceAll('´', '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u200c\u200d]/g, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴłøđðıħßæœþ]/g, (letter) => LETTERS.get(letter) ?? letter)
    .replace(/['’‘ʼ`ʻ′‛ʹ.·]/g, '')
}
