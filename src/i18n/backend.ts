import i18next, { type BackendModule, type ReadCallback } from 'i18next'
import { FALLBACK_LANGUAGE, isoLanguage } from './languages.ts'

export type Texts = Record<string, unknown>

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
export const fallbacksOf = (code: string): string[] =>
  code !== FALLBACK_LANGUAGE && englishStandsIn ? [FALLBACK_LANGUAGE] : []

/** Missing texts, and those that cannot be fetched, are read in English. */
export const lazyFiles: BackendModule = {
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
