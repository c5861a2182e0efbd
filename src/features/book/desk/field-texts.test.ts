import { describe, expect, it } from 'vitest'
import { DESK_FIELD_MESSAGES, FIELD_MESSAGES } from '../../../../contract/fields.ts'
import de from '../../../i18n/locales/de/desk.json'
import en from '../../../i18n/locales/en/desk.json'
import es from '../../../i18n/locales/es/desk.json'
import italian from '../../../i18n/locales/it/desk.json'
import ru from '../../../i18n/locales/ru/desk.json'
import { problemOfWire } from '../../../ui/form/problem-of-wire.ts'

const CONTRACT: Record<string, string> = { ...FIELD_MESSAGES, ...DESK_FIELD_MESSAGES }
const TEXTS: Record<string, Record<string, string>> = {
  en: en.field,
  es: es.field,
  de: de.field,
  it: italian.field,
  ru: ru.field,
}

it.each(Object.entries(en.field))('the desk says %s in the words of the contract', (key, text) =>
  expect(text).toBe(CONTRACT[key]),
)

describe.each(Object.keys(TEXTS))('in %s', (language) => {
  it.each(Object.entries(DESK_FIELD_MESSAGES))('there is a text for %s', (key, english) => {
    expect(problemOfWire(english, 'invalid_input')).toEqual({ key })
    const text = TEXTS[language]?.[key]
    expect(text).toEqual(expect.any(String))
    expect(text === english).toBe(language === 'en')
  })
})
