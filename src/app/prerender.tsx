import createCache from '@emotion/cache'
// Emotion's way to read its styles, nothing of our server.
import createEmotionServer from '@emotion/server/create-instance'
import i18next from 'i18next'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Clinic } from '../../domain/clinic.ts'
import { builtLanguages, clinicName } from '../build.ts'
import visitCss from '../features/own-visit/visit.css?inline'
import { VisitFrame, VisitLoading } from '../features/own-visit/visit-frame.tsx'
import { StartFrame, startFrameRules } from '../features/shell/start-frame.tsx'
import { changeLanguage, loadTexts, startI18n } from '../i18n/i18n.ts'
import { FALLBACK_LANGUAGE, isoLanguage, type LanguageCode } from '../i18n/languages.ts'
import booking from '../i18n/locales/en/booking.json'
import common from '../i18n/locales/en/common.json'
import { paths, staffPaths } from '../paths.ts'
import { enamelTheme } from '../theme/theme.ts'
import { App } from './app.tsx'
import { preloadPage } from './areas.ts'
import { NotLoaded, notLoadedRules } from './not-loaded.tsx'
import { pageTitle } from './page-title.ts'
import type { Prerendered, PrerenderedStart, PrerenderedVisit } from './prerendered.ts'
import { WithoutScript, withoutScriptRules } from './without-script.tsx'

/**
 * Renders steps 1 and 2 of booking for a first visit, in each language: both colour schemes, no day or time in it.
 * @throws Error when a language needs rules of its own
 */
export async function prerenderBooking(clinic: Pick<Clinic, 'locations'>): Promise<Prerendered> {
  await Promise.all([
    startI18n(FALLBACK_LANGUAGE, ['common', 'booking'], { common, booking }),
    preloadPage(paths.book()),
  ])
  const english = renderBooking(FALLBACK_LANGUAGE)
  const words = await startWords()
  const withoutScript = (code: LanguageCode) => {
    const text = words.find((each) => each.code === code)?.noScript ?? ''
    return renderToStaticMarkup(<WithoutScript clinic={clinic} language={code} text={text} />)
  }
  const languages: Prerendered['languages'] = {}
  for (const code of builtLanguages) {
    if (code === FALLBACK_LANGUAGE) continue
    await changeLanguage(code)
    const { title, html, css, emotionIds } = renderBooking(code)
    if (css !== english.css || emotionIds !== english.emotionIds)
      throw new Error(`The booking page in ${code} has other rules than in English.`)
    languages[isoLanguage(code)] = { title, html, withoutScript: withoutScript(code) }
  }
  return {
    ...english,
    languages,
    withoutScript: withoutScript(FALLBACK_LANGUAGE),
    afterRoot: renderToStaticMarkup(<NotLoaded words={words} />),
    afterRootCss: notLoadedRules + withoutScriptRules,
  }
}

/** Renders what the page of a visit shows until its script is there, in English. */
export async function prerenderVisit(): Promise<PrerenderedVisit> {
  await changeLanguage(FALLBACK_LANGUAGE)
  await loadTexts('visit')
  return {
    title: i18next.t('visit:title'),
    html: renderToStaticMarkup(
      <VisitFrame>
        <VisitLoading />
      </VisitFrame>,
    ),
    css: visitCss,
  }
}

function rulesIn(html: string, cache: ReturnType<typeof createCache>) {
  const chunks = createEmotionServer(cache).extractCriticalToChunks(html)
  const ids = chunks.styles.filter(({ key }) => key === 'css').flatMap((style) => style.ids)
  const rules = (key: string) =>
    chunks.styles.flatMap((style) => (style.key === key ? style.css : [])).join('')
  return { baseCss: rules('css-global'), css: rules('css'), emotionIds: ids.join(' ') }
}

function renderBooking(code: LanguageCode) {
  // Without prefixes, as in the browser (main.tsx).
  const styles = createCache({ key: 'css', stylisPlugins: [] })
  // Without it Emotion writes a style element beside every component, which hydration then has to undo.
  styles.compat = true
  const html = renderToString(<App theme={enamelTheme()} styles={styles} area="booking" />)
  const name = code === FALLBACK_LANGUAGE ? undefined : i18next.t('page.book-appointment')
  return { title: pageTitle(paths.book(), clinicName, name), html, ...rulesIn(html, styles) }
}

const loading = import.meta.glob<string>('../i18n/locales/*/common.json', { import: 'loading' })
const others = import.meta.glob<Record<string, Record<string, string>>>('../i18n/locales/*/app.json', {
  import: 'default',
})

/** What the pages say before the app is there, in each language, English first. */
function startWords() {
  const codes = [...new Set([FALLBACK_LANGUAGE, ...builtLanguages])]
  return Promise.all(
    codes.map(async (code) => {
      const iso = isoLanguage(code)
      const texts = await others[`../i18n/locales/${iso}/app.json`]?.()
      const say = (key: 'start.failed' | 'start.noScript' | 'update.reload') => {
        const [part = '', name = ''] = key.split('.')
        return texts?.[part]?.[name] ?? ''
      }
      const text = (await loading[`../i18n/locales/${iso}/common.json`]?.()) ?? ''
      return {
        code,
        iso,
        text,
        failed: say('start.failed'),
        reload: say('update.reload'),
        noScript: say('start.noScript'),
      }
    }),
  )
}

/** Renders what the pages besides booking show until the app is there. */
export async function prerenderStart(): Promise<PrerenderedStart> {
  const words = await startWords()
  return {
    html: renderToStaticMarkup(
      <>
        <StartFrame loading={words} />
        <NotLoaded words={words} />
      </>,
    ),
    css: startFrameRules(words.map(({ code }) => code)) + notLoadedRules,
    staffPaths,
  }
}
