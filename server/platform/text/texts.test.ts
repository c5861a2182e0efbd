import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isoLanguage, LANGUAGE_CODES } from '../../../domain/languages.ts'
import { textsIn } from './texts.ts'

type File = Record<string, Record<string, string>>
const PLURAL = /_(?:zero|one|two|few|many|other)$/
const languages = LANGUAGE_CODES.map(isoLanguage)

/** As 'section.name' and text. */
function textsOf(language: string): [string, string][] {
  const file: File = JSON.parse(readFileSync(new URL(`./${language}.json`, import.meta.url), 'utf8'))
  return Object.entries(file).flatMap(([section, texts]) =>
    Object.entries(texts).map(([name, text]): [string, string] => [`${section}.${name}`, text]),
  )
}

const stem = (key: string) => key.replace(PLURAL, '')
const placesIn = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()
const english = new Map(textsOf('en'))
const stems = new Set([...english.keys()].map(stem))
const plurals = new Set([...english.keys()].filter((key) => PLURAL.test(key)).map(stem))

describe.each(languages)('the texts in %s', (language) => {
  it('equal the English ones in keys, with every plural form of the language', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const expected = [...stems].flatMap((key) =>
      plurals.has(key) ? forms.map((form) => `${key}_${form}`) : [key],
    )
    expect(
      textsOf(language)
        .map(([key]) => key)
        .sort(),
    ).toEqual(expected.sort())
  })

  it('have the placeholders of the English ones', () => {
    for (const [key, text] of textsOf(language)) {
      const places = placesIn(english.get(key) ?? english.get(`${stem(key)}_other`) ?? '')
      // An SMS may omit the weekday to stay short or avoid UCS-2.
      const mayLack = key === 'sms.day' ? ['{{weekday}}'] : []
      expect
        .soft({ key, places: [...new Set([...placesIn(text), ...mayLack])].sort() })
        .toEqual({ key, places })
    }
  })

  it('are clean: composed letters, no stray spaces or braces, nothing empty', () => {
    for (const [key, text] of textsOf(language)) {
      expect.soft(text, key).toBe(text.normalize('NFC').trim())
      expect.soft(text.replace(/\{\{\w+\}\}/g, ''), key).toMatch(/^[^{}<>\n]*$/)
      expect.soft(text, key).not.toMatch(/^$| {2}/)
    }
  })
})

it.each(languages.filter((language) => language !== 'en'))('the texts in %s are not English', (language) => {
  for (const [key, text] of textsOf(language)) {
    if (!/^(?:time|sms)\.(?:day|when)$/.test(key)) expect.soft(text, key).not.toBe(english.get(key))
  }
})

describe('a translated text', () => {
  it.each([
    [1, 'в течение 1 минуты с'],
    [3, 'в течение 3 минут с'],
    [5, 'в течение 5 минут с'],
    [1.5, 'в течение 1.5 минуты с'],
  ])('has the plural form of %s', (count, words) => {
    expect(textsIn('ru').say('code.use', { count })).toContain(words)
  })

  it('is filled in once: a name is never read as a placeholder or a reference to another text', () => {
    const name = '{{name}} $t(code.subject) $1 $&'
    expect(textsIn('en').say('mail.greeting', { name })).toBe(`Hello ${name},`)
  })

  it('is escaped for HTML, and inserted HTML is left as it is', () => {
    expect(textsIn('ig').sayHtml('cancellation.reason', { reason: '<bdi>&amp;</bdi>' })).toContain(
      '<bdi>&amp;</bdi>',
    )
    expect(textsIn('ig').sayHtml('sms.cancelledWithoutPhone')).toContain('n&#39;ụlọ ọgwụ')
  })
})
