import { splitPlural } from './flatten.ts'

const PLACEHOLDER = /{{\s*([^},\s]+)/g
/** Numbers to try for plural forms, which repeat every hundred. */
const NUMBERS = Array.from({ length: 201 }, (_, number) => number)

const placeholders = (text: string) =>
  [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))].sort()

/**
 * Compares a language's texts with the English ones: missing or extra keys, missing plural forms
 * (Intl.PluralRules), and differing placeholders. A plural form for one number alone may spell it out and
 * omit {{count}}.
 * @returns one sentence for each fault
 */
export function compareTexts(
  english: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
  iso: string,
): string[] {
  const rules = new Intl.PluralRules(iso)
  const wanted = new Map<string, { like: string; mayDropCount: boolean }>()
  for (const [key, like] of english) {
    const { base, form } = splitPlural(key, english)
    if (form === null) wanted.set(key, { like, mayDropCount: false })
    // No language needs it for whole numbers; i18next uses it for 0 where it exists.
    else if (form === 'zero') wanted.set(key, { like, mayDropCount: true })
    else if (form === 'other') {
      for (const category of rules.resolvedOptions().pluralCategories)
        wanted.set(`${base}_${category}`, { like, mayDropCount: isOneNumber(rules, category) })
    }
  }
  return [
    ...[...wanted.keys()].filter((key) => !texts.has(key)).map((key) => `${key} is missing.`),
    ...[...texts].flatMap(([key, text]) => {
      const rule = wanted.get(key)
      if (!rule) return `${key} is too many: there is no such text in English, or no such plural form.`
      if (text.trim() === '') return `${key} is empty.`
      return placeholderFault(key, text, rule)
    }),
  ]
}

function isOneNumber(rules: Intl.PluralRules, category: Intl.LDMLPluralRule): boolean {
  return NUMBERS.filter((number) => rules.select(number) === category).length === 1
}

function placeholderFault(
  key: string,
  text: string,
  { like, mayDropCount }: { like: string; mayDropCount: boolean },
): string[] {
  const wanted = placeholders(like)
  const found = placeholders(text)
  const same = (names: string[]) => names.join() === found.join()
  if (same(wanted) || (mayDropCount && same(wanted.filter((name) => name !== 'count')))) return []
  const list = (names: string[]) => names.map((name) => `{{${name}}}`).join(', ') || 'none'
  return [`${key} has other placeholders (${list(found)}) than English (${list(wanted)}).`]
}
