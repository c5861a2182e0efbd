export type Texts = { [key: string]: string | Texts }

/** Keys become whole: 'code.hint'. */
export function flatten(texts: Texts, before = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[before + key, value]] : [...flatten(value, `${before}${key}.`)],
    ),
  )
}

const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/

/**
 * Splits 'wait_one' into 'wait' and 'one'. A key that is no plural is its own base: 'pin_few' is ordinary
 * unless the English texts have 'pin_other'.
 */
export function splitPlural(
  key: string,
  english: { has(key: string): boolean },
): { base: string; form: string | null } {
  const [, base = key, form = null] = PLURAL.exec(key) ?? []
  return english.has(`${base}_other`) ? { base, form } : { base: key, form: null }
}
