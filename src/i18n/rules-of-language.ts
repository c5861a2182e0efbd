import type { i18n } from 'i18next'
import { isoLanguage } from './languages.ts'

/**
 * Makes i18next count and write numbers by the rules of the language. It asks the browser by the code that it was
 * given, and to the browser 'rs' is no Russian: five appointments would be spoken of as in English.
 */
export function goByRulesOfLanguage({ services }: i18n): void {
  const resolver = services.pluralResolver as {
    getRule: (code: string, options?: object) => Intl.PluralRules
  }
  const getRule = resolver.getRule.bind(resolver)
  resolver.getRule = (code, options) => getRule(isoLanguage(code), options)
  services.formatter?.add('number', (value, code, options) =>
    new Intl.NumberFormat(isoLanguage(code ?? ''), options).format(value),
  )
}
