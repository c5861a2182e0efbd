import type { IsoLanguage } from '../../../domain/languages.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import ha from './ha.json' with { type: 'json' }
import ig from './ig.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import { escapeHtml } from './text.ts'
import yo from './yo.json' with { type: 'json' }

type File = Record<string, Record<string, string>>
const FILES: Record<IsoLanguage, File> = { en, es, de, it, ru, ha, yo, ig }

type Stem<Key> = Key extends `${infer Stem}_${Intl.LDMLPluralRule}` ? Stem : Key
/** 'section.name'; English has all of them. */
export type TextKey = {
  [S in keyof typeof en & string]: `${S}.${Stem<keyof (typeof en)[S] & string>}`
}[keyof typeof en & string]

/** `count` selects the plural form. */
type Values = Readonly<Record<string, string | number>>

/** Messages to patients in one language. */
export type Texts = {
  language: IsoLanguage
  say(key: TextKey, values?: Values): string
  /** Text for HTML: escapes the text, but not the values, which are HTML already. */
  sayHtml(key: TextKey, values?: Values): string
}

const PLACE = /\{\{(\w+)\}\}/g

/**
 * A formatter without i18next's syntax, since patients write the values: a name must not act as a placeholder
 * or as a reference to another text.
 */
export function textsIn(language: IsoLanguage): Texts {
  const texts = known.get(language) ?? readIn(language)
  known.set(language, texts)
  return texts
}

const known = new Map<IsoLanguage, Texts>()

function readIn(language: IsoLanguage): Texts {
  const rules = new Intl.PluralRules(language)
  const template = (key: TextKey, { count }: Values): string => {
    const [section = '', name = ''] = key.split('.')
    const texts = FILES[language][section]
    const text = texts?.[name] ?? texts?.[`${name}_${rules.select(Number(count))}`]
    // `texts.test.ts` ensures that it exists.
    if (text === undefined) throw new Error(`There is no text ${key} in ${language}.`)
    return text
  }
  const fill = (text: string, values: Values) =>
    text.replace(PLACE, (_, name: string) => String(values[name] ?? ''))
  return {
    language,
    say: (key, values = {}) => fill(template(key, values), values),
    sayHtml: (key, values = {}) => fill(escapeHtml(template(key, values)), values),
  }
}
