import i18next, { type BackendModule, type i18n, type ReadCallback } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { builtLanguages } from '../build.ts'
import { FALLBACK_LANGUAGE, isoLanguage, type LanguageCode, storeLanguage } from './languages.ts'
import type { Texts } from './later-files.ts'

/** Language at start, until i18next knows its own. */
let starting: LanguageCode = FALLBACK_LANGUAGE

/**
 * Other namespaces load with the first component that reads them. English stands in for a language that cannot be fetched.
 * @param namespaces what the page at hand reads first
 * @param english the English texts that are in the page's bundle, so that it is complete at once
 */
export async function startI18n(
  language: LanguageCode,
  namespaces: readonly string[],
  english: Record<string, Texts>,
): Promise<LanguageCode> {
  starting = language
  const started = i18next
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: fallbacksOf,
      supportedLngs: [...new Set([FALLBACK_LANGUAGE, ...builtLanguages])],
      load: 'currentOnly',
      ns: [...namespaces],
      defaultNS: 'common',
      resources: { en: english },
      partialBundledLanguages: true,
      initAsync: language !== FALLBACK_LANGUAGE,
      interpolation: { escapeValue: false }, // React escapes.
    })
  goByRulesOfLanguage(i18next)
  await started
  const isThere = namespaces.every((namespace) => i18next.hasResourceBundle(language, namespace))
  if (!isThere) await i18next.changeLanguage(FALLBACK_LANGUAGE)
  shown()
  return i18next.language as LanguageCode
}

/** Fetches a part's texts before it is shown. Unlike a component that reads them, it rejects on failure, for a retry. */
export const loadTexts = (namespace: string): Promise<void> =>
  fetchTexts(i18next.language ?? starting, [namespace])

async function fetchTexts(code: string, namespaces: Iterable<string>): Promise<void> {
  const isMissing = (namespace: string) => !i18next.hasResourceBundle(code, namespace)
  const missing = [...namespaces].filter(isMissing)
  if (missing.length === 0) return
  // Not `loadNamespaces`, which never retries.
  await i18next.reloadResources([code], missing)
  if (missing.some(isMissing))
    throw new Error(`Texts could not be fetched: ${missing.join(', ')} in ${code}.`)
}

type Part = (iso: string) => Promise<unknown>
const parts = new Set<Part>()

/** Registers a part that loads more than texts before each change of language. */
export function onNextLanguage(part: Part): void {
  parts.add(part)
}

let wanted: LanguageCode | undefined

/** Changes the whole page at once, after fetching its texts. @throws when that fails; the language then stays */
export async function changeLanguage(language: LanguageCode): Promise<void> {
  wanted = language
  const { language: present, options, store } = i18next
  const inUse = [...(options.ns ?? []), ...Object.keys(store.data[present] ?? {})]
  // The server's messages are English already (wire-messages.ts).
  const spoken = inUse.filter((namespace) => namespace !== 'wire' || language !== FALLBACK_LANGUAGE)
  await Promise.all([
    fetchTexts(language, new Set(spoken)),
    ...[...parts].map((part) => part(isoLanguage(language))),
  ])
  // A later choice overrides this one.
  if (wanted !== language) return
  await i18next.changeLanguage(language)
  shown()
}

/** Stores the choice on this device. @throws as `changeLanguage` does */
export async function chooseLanguage(language: LanguageCode): Promise<void> {
  await changeLanguage(language)
  if (i18next.language === language) storeLanguage(language)
}

function shown() {
  if (typeof document === 'undefined') return
  const iso = isoLanguage(i18next.language)
  // Setting it, even to the same value, makes the browser restyle the whole page.
  if (document.documentElement.lang !== iso) document.documentElement.lang = iso
  // Without them failed calls get the page's general messages.
  if (i18next.language !== FALLBACK_LANGUAGE) loadTexts('wire').catch(() => {})
}

/**
 * Applies the language's plural and number rules. i18next asks the browser by its own code, and the browser does not know
 * 'rs' as Russian: it would apply the rules of English.
 */
function goByRulesOfLanguage({ services }: i18n): void {
  const resolver = services.pluralResolver as {
    getRule: (code: string, options?: object) => Intl.PluralRules
  }
  const getRule = resolver.getRule.bind(resolver)
  resolver.getRule = (code, options) => getRule(isoLanguage(code), options)
  services.formatter?.add('number', (value, code, options) =>
    new Intl.NumberFormat(isoLanguage(code ?? ''), options).format(value),
  )
}

// Each language and namespace is a chunk of its own, loaded on demand; except the English of the first load, which is in
// the bundle, and what English takes from the server (wire-messages.ts). Here are those that a page begins with.
const files = import.meta.glob<Texts>(
  [
    './locales/*/{common,booking,shell,appointments}.json',
    '!./locales/en/common.json',
    '!./locales/en/booking.json',
  ],
  { import: 'default' },
)

/** @returns undefined when there are none */
async function textsOf(code: string, namespace: string): Promise<Texts | undefined> {
  const file = `./locales/${isoLanguage(code)}/${namespace}.json`
  const load = files[file] ?? (await import('./later-files.ts')).laterFiles[file]
  return load?.()
}

let englishStandsIn = false

/** None while no texts are missing: i18next would fetch the fallback along with every file. */
const fallbacksOf = (code: string): string[] =>
  code !== FALLBACK_LANGUAGE && englishStandsIn ? [FALLBACK_LANGUAGE] : []

/** Missing texts, and those that cannot be fetched, are read in English. */
const lazyFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(code: string, namespace: string, done: ReadCallback) {
    if (code === FALLBACK_LANGUAGE) {
      // True: i18next retries by itself, for some ten seconds.
      textsOf(code, namespace).then(
        (texts) =>
          texts ? done(null, texts) : done(new Error(`There are no ${namespace} texts in English.`), false),
        (error: Error) => done(error, true),
      )
      return
    }
    const texts = textsOf(code, namespace).then(async (found) => {
      if (found) return found
      await letEnglishStandIn(namespace)
      return {}
    })
    texts.then(
      (found) => done(null, found),
      async (error: Error) => {
        const hasEnglish = await letEnglishStandIn(namespace).then(
          () => true,
          () => false,
        )
        done(error, !hasEnglish)
      },
    )
  },
}

/** @throws Error when the English texts cannot be fetched either */
async function letEnglishStandIn(namespace: string): Promise<void> {
  englishStandsIn = true
  if (i18next.hasResourceBundle(FALLBACK_LANGUAGE, namespace)) return
  const texts = await textsOf(FALLBACK_LANGUAGE, namespace)
  if (texts) i18next.addResourceBundle(FALLBACK_LANGUAGE, namespace, texts)
}
