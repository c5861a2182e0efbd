import { own } from '../../domain/own.ts'

/** Hooked letters of Hausa, which Unicode decomposition leaves unchanged. */
const HOOKED: Record<string, string> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' }

/**
 * Lower case without accents, hooks and widths, with one form of apostrophe and of composed accents, as
 * phones and keyboards vary. Same as the column `name_key`.
 */
export function comparableName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, (letter) => own(HOOKED, letter) ?? letter)
    .replace(/[’ʼ`]/g, "'")
}
