import i18next, { type BackendModule, type ReadCallback } from 'i18next'
import { initReactI18next } from 'react-i18next'
import {
  FALLBACK_LANGUAGE,
  isoLanguage,
  LANGUAGE_KEY,
  type LanguageCode,
  supportedLanguages,
} from './languages.ts'
import booking from './locales/en/booking.json'
import common from './locales/en/common.json'

// Each language and namespace is a chunk of its own, fetched when someone needs it; all but the English of the
// first load, which is in the bundle.
const files = import.meta.glob<Record<string, unknown>>(
  ['./locales/*/*.json', '!./locales/en/common.json', '!./locales/en/booking.json'],
  { import: 'default' },
)

const lazyFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(code: string, namespace: string, done: ReadCallback) {
    const load = files[`./locales/${isoLanguage(code)}/${namespace}.json`]
    if (!load) return done(new Error(`There are no ${namespace} texts in ${code}.`), false)
    load().then(
      (texts) => done(null, texts),
      (error: Error) => done(error, true),
    )
  },
}

/**
 * Starts the translations in a language. The English of the public page is in the bundle, so that in English it is
 * complete at once, which the prerendered first step relies on. The other namespaces come with the first component
 * that reads them.
 */
export async function startI18n(language: LanguageCode): Promise<void> {
  await i18next
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: FALLBACK_LANGUAGE,
      supportedLngs: [...supportedLanguages],
      load: 'currentOnly',
      ns: ['common', 'booking'],
      defaultNS: 'common',
      resources: { en: { common, booking } },
      partialBundledLanguages: true,
      initAsync: language !== FALLBACK_LANGUAGE,
      interpolation: { escapeValue: false }, // React escapes.
    })
  showLanguage(language)
}

/**
 * Fetches the texts of a part before it is shown. Unlike a component that reads them, this rejects when they cannot be
 * had, and can be tried again.
 */
export async function loadTexts(namespace: string): Promise<void> {
  const missing = () => i18next.languages.filter((code) => !i18next.hasResourceBundle(code, namespace))
  if (missing().length === 0) return
  // Not `loadNamespaces`, which asks once and never again.
  await i18next.reloadResources(missing(), [namespace])
  if (missing().length > 0) throw new Error(`The ${namespace} texts could not be fetched.`)
}

/** Changes the language of the whole page and remembers it on this device. */
export async function changeLanguage(language: LanguageCode): Promise<void> {
  await i18next.changeLanguage(language)
  showLanguage(language)
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // A browser that stores nothing still shows the language until the page is left.
  }
}

function showLanguage(language: LanguageCode) {
  if (typeof document !== 'undefined') document.documentElement.lang = isoLanguage(language)
}
