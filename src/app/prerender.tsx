import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
// biome-ignore lint/style/noRestrictedImports: Emotion's way to read its styles, nothing of our server.
import createEmotionServer from '@emotion/server/create-instance'
import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { clinic } from '../clinic.ts'
import { StartFrame, startFrameRules } from '../features/shell/start-frame.tsx'
import { startI18n } from '../i18n/i18n.ts'
import { FALLBACK_LANGUAGE, isoLanguage, offeredLanguages } from '../i18n/languages.ts'
import { paths, staffPaths } from '../paths.ts'
import { enamelTheme } from '../theme/theme.ts'
import { App } from './app.tsx'
import { pageTitle } from './page-title.ts'
import type { Prerendered, PrerenderedStart } from './prerendered.ts'
import { preloadPage } from './router.tsx'

/** Renders the first step of booking for a first visit: English, both colour schemes, no day or time in it. */
export async function prerenderBooking(): Promise<Prerendered> {
  await Promise.all([startI18n(FALLBACK_LANGUAGE), preloadPage(paths.book())])
  const cache = createCache({ key: 'css' })
  // Without it Emotion writes a style element beside every component, which hydration then has to undo.
  cache.compat = true
  const html = renderToString(
    <CacheProvider value={cache}>
      <StrictMode>
        <App
          theme={enamelTheme()}
          inRouter={(pages) => <StaticRouter location={paths.book()}>{pages}</StaticRouter>}
        />
      </StrictMode>
    </CacheProvider>,
  )
  const chunks = createEmotionServer(cache).extractCriticalToChunks(html)
  const ids = chunks.styles.filter(({ key }) => key === 'css').flatMap((style) => style.ids)
  const rules = (key: string) =>
    chunks.styles.flatMap((style) => (style.key === key ? style.css : [])).join('')
  return {
    title: pageTitle(paths.book(), clinic.name),
    html,
    baseCss: rules('css-global'),
    css: rules('css'),
    emotionIds: ids.join(' '),
  }
}

/** What 'Loading' is in each language. */
const words = import.meta.glob<string>('../i18n/locales/*/common.json', { import: 'loading' })

/** Renders what the pages besides booking show until the app is there. */
export async function prerenderStart(): Promise<PrerenderedStart> {
  const codes = [...new Set([FALLBACK_LANGUAGE, ...offeredLanguages])]
  const inLanguage = async (code: (typeof codes)[number]) => {
    const iso = isoLanguage(code)
    return { code, iso, text: (await words[`../i18n/locales/${iso}/common.json`]?.()) ?? '' }
  }
  const loading = await Promise.all(codes.map(inLanguage))
  return {
    html: renderToStaticMarkup(<StartFrame loading={loading} />),
    css: startFrameRules(codes),
    staffPaths,
  }
}
