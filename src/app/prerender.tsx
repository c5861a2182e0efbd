import createCache from '@emotion/cache'
// Reads Emotion's styles; not part of our server.
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
import { TARGET_PX } from '../theme/theme-components.ts'
import { PhoneLink } from '../ui/contact-links.tsx'
import { openOn } from '../ui/open-on.ts'
import { App } from './app.tsx'
import { preloadPage } from './areas.ts'
import { pageTitle } from './page-title.ts'
import type { Prerendered, PrerenderedStart, PrerenderedVisit } from './prerendered.ts'

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

/** Texts of the prerendered pages in each language, English first. */
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

/*
 * What is said when the app's scripts cannot be fetched: the build writes it into both pages in each language, as a template,
 * which is neither seen nor read aloud, and public/early.js takes the one that is chosen out of it after such a failure.
 */

type Props = {
  /** Texts in each language, with its code and ISO code; the first is the default. */
  words: readonly { code: LanguageCode; iso: string; failed: string; reload: string }[]
}

const NotLoaded = ({ words }: Props) => (
  <template id="not-loaded">
    <div className="not-loaded" role="alert">
      {words.map(({ code, iso, failed, reload }) => (
        <p key={code} lang={iso} data-in={code}>
          {failed} <button type="button">{reload}</button>
        </p>
      ))}
    </div>
  </template>
)

/** Styles of the message, without the theme's components, which aren't loaded. */
const notLoadedRules = [
  '.not-loaded{position:fixed;inset:auto 16px 16px;z-index:2000;max-width:480px;margin:auto;padding:16px 20px;border-radius:10px;',
  'border:1px solid var(--mui-palette-divider);background:var(--mui-palette-background-paper);color:var(--mui-palette-text-primary)}',
  '.not-loaded p{margin:0}.not-loaded button{display:block;margin-top:12px;padding:0 20px;border:0;border-radius:8px;font:inherit;cursor:pointer;',
  `min-height:${TARGET_PX}px;background:var(--mui-palette-primary-main);color:var(--mui-palette-primary-contrastText)}`,
].join('')

type WithoutScriptProps = { clinic: Pick<Clinic, 'locations'>; language: LanguageCode; text: string }

/**
 * The booking page without JavaScript: how to reach the clinic, in plain elements.
 * @param text why there is nothing else
 */
function WithoutScript({ clinic, language, text }: WithoutScriptProps) {
  const iso = isoLanguage(language)
  return (
    <noscript>
      <main className="without-script">
        <h1>{clinicName}</h1>
        <p>{text}</p>
        {clinic.locations.map(({ code, name, address, phone, openingHours }) => (
          <section key={code}>
            <h2>{name}</h2>
            <p>{address}</p>
            {phone && (
              <p>
                <PhoneLink phone={phone} />
              </p>
            )}
            {openOn(openingHours, iso).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </section>
        ))}
      </main>
    </noscript>
  )
}

/** Buttons that do nothing are not shown then. */
const withoutScriptRules =
  '@media (scripting:none){#root{display:none}}.without-script{max-width:720px;margin:auto;padding:16px;display:grid;gap:16px}'
