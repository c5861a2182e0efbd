import type { i18n } from 'i18next'
import { isoLanguage } from './languages.ts'

/**
 * Applies the language's plural and number rules. i18next asks the browser by its own code, and the browser does not know
 * 'rs' as Russian: it would apply the rules of English.
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
