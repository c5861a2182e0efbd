/** Texts of one language by key, nested as in src/i18n/locales. */
export type Words = { [key: string]: string | Words }

/** The same by keys such as 'done.confirm'. */
export function flat(words: Words, before = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' ? [[before + key, value]] : Object.entries(flat(value, `${before}${key}.`)),
    ),
  )
}

/** A text with its values; a key that is nowhere says nothing. */
export const sayIn =
  (texts: Record<string, string>) =>
  (key: string, values: Record<string, string | number> = {}): string =>
    (texts[key] ?? '').replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ''))

/** The key of a text that goes by a number: 'free_one' for 'free' and 1 in English. */
export const keyFor = (
  texts: Record<string, string>,
  key: string,
  count: number,
  language: string,
): string => {
  const named = `${key}_${new Intl.PluralRules(language).select(count)}`
  return Object.hasOwn(texts, named) ? named : `${key}_other`
}
