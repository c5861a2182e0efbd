import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DESK_FIELD_MESSAGES, FIELD_MESSAGES } from '../../../../contract/fields.ts'
import { problemOfWire } from '../../../ui/form/problem-of-wire.ts'

const CONTRACT: Record<string, string> = { ...FIELD_MESSAGES, ...DESK_FIELD_MESSAGES }
const languages = globSync('src/i18n/locales/*/desk.json').map((file) => file.split('/').at(-2) ?? '')
const textsOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(`src/i18n/locales/${language}/desk.json`, 'utf8')).field

it('is about all languages that staff can choose', () => {
  expect(languages.sort()).toEqual(['de', 'en', 'es', 'it', 'ru'])
})

it.each(Object.entries(textsOf('en')))('says %s in the words of the contract', (key, text) =>
  expect(text).toBe(CONTRACT[key]),
)

describe.each(languages)('in %s', (language) => {
  it.each(Object.entries(DESK_FIELD_MESSAGES))('there is a text for %s', (key, english) => {
    expect(problemOfWire(english, 'invalid_input')).toEqual({ key })
    const text = textsOf(language)[key]
    expect(text).toEqual(expect.any(String))
    expect(text === english).toBe(language === 'en')
  })
})
