/** Texts as a file nests them. */
export type Texts = { [key: string]: string | Texts }

/** The sentences of a file by their whole key: 'code.hint'. */
export function flatten(texts: Texts, before = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[before + key, value]] : [...flatten(value, `${before}${key}.`)],
    ),
  )
}

const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/

/**
 * A key without its plural form: 'wait' and 'one' for 'wait_one'. A key that is no plural is its own base: 'pin_few' is
 * an ordinary one as long as there is no 'pin_other' among the English texts.
 */
export function splitPlural(
  key: string,
  english: { has(key: string): boolean },
): { base: string; form: string | null } {
  const [, base = key, form = null] = PLURAL.exec(key) ?? []
  return english.has(`${base}_other`) ? { base, form } : { base: key, form: null }
}
