import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
// biome-ignore lint/style/noRestrictedImports: Emotion's way to read its styles, nothing of our server.
import createEmotionServer from '@emotion/server/create-instance'
import i18next from 'i18next'
import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { clinic } from '../clinic.ts'
import { ClinicCard } from '../features/booking/clinic-card.tsx'
import { writtenCard } from '../features/booking/clinic-place.tsx'
import { EarlyThirdParts } from '../features/booking/early/early-third.tsx'
import { EARLY_STEP_ID, LATER_STEPS_ID } from '../features/booking/early/hand-over.ts'
import { written } from '../features/booking/early/written.ts'
import { PersonalStep } from '../features/booking/personal/personal-step.tsx'
import { StepHeader } from '../features/booking/step-header.tsx'
import visitCss from '../features/own-visit/visit.css?inline'
import { VisitFrame, VisitLoading } from '../features/own-visit/visit-frame.tsx'
import { StartFrame, startFrameRules } from '../features/shell/start-frame.tsx'
import { changeLanguage, loadTexts, startI18n } from '../i18n/i18n.ts'
import { FALLBACK_LANGUAGE, isoLanguage, type LanguageCode, offeredLanguages } from '../i18n/languages.ts'
import booking from '../i18n/locales/en/booking.json'
import common from '../i18n/locales/en/common.json'
import { flat } from '../i18n/plain-words.ts'
import { QueryProvider } from '../offline/query-provider.tsx'
import { paths, staffPaths } from '../paths.ts'
import { enamelTheme } from '../theme/theme.ts'
import type { Surround } from '../ui/surroundings.ts'
import { App, Surroundings } from './app.tsx'
import { preloadPage } from './areas.ts'
import { NotLoaded, notLoadedRules } from './not-loaded.tsx'
import { pageTitle } from './page-title.ts'
import type { Prerendered, PrerenderedStart, PrerenderedVisit } from './prerendered.ts'
import { WithoutScript, withoutScriptRules } from './without-script.tsx'

/**
 * Renders the first step of booking for a first visit, in each language: both colour schemes, no day or time in it. What is
 * not seen at first comes after it, with its rules.
 * @throws Error when a language needs rules of its own
 */
export async function prerenderBooking(): Promise<Prerendered> {
  await Promise.all([
    startI18n(FALLBACK_LANGUAGE, ['common', 'booking'], { common, booking }),
    preloadPage(paths.book()),
  ])
  const english = await renderBooking(FALLBACK_LANGUAGE)
  const words = await startWords()
  const withoutScript = (code: LanguageCode) => {
    const text = words.find((each) => each.code === code)?.noScript ?? ''
    return renderToStaticMarkup(<WithoutScript language={code} text={text} />)
  }
  const languages: Prerendered['languages'] = {}
  for (const code of offeredLanguages) {
    if (code === FALLBACK_LANGUAGE) continue
    await changeLanguage(code)
    const { title, html, css, laterCss, emotionIds, third } = await renderBooking(code)
    if (css !== english.css || laterCss !== english.laterCss || emotionIds !== english.emotionIds)
      throw new Error(`The booking page in ${code} has other rules than in English.`)
    languages[isoLanguage(code)] = { title, html, third, withoutScript: withoutScript(code) }
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
  const words = await startWords()
  return {
    title: i18next.t('visit:title'),
    html: renderToStaticMarkup(
      <VisitFrame>
        <VisitLoading />
      </VisitFrame>,
    ),
    afterRoot: renderToStaticMarkup(<NotLoaded words={words} />),
    css: visitCss + notLoadedRules,
  }
}

function surroundings() {
  // Without prefixes, as in the browser (main.tsx).
  const cache = createCache({ key: 'css', stylisPlugins: [] })
  // Without it Emotion writes a style element beside every component, which hydration then has to undo.
  cache.compat = true
  const theme = enamelTheme()
  const surround: Surround = (part) => (
    <CacheProvider value={cache}>
      <StrictMode>
        <Surroundings theme={theme}>{part}</Surroundings>
      </StrictMode>
    </CacheProvider>
  )
  return { cache, theme, surround }
}

function rulesIn(html: string, cache: ReturnType<typeof createCache>) {
  const chunks = createEmotionServer(cache).extractCriticalToChunks(html)
  const ids = chunks.styles.filter(({ key }) => key === 'css').flatMap((style) => style.ids)
  const rules = (key: string) =>
    chunks.styles.flatMap((style) => (style.key === key ? style.css : [])).join('')
  return { baseCss: rules('css-global'), css: rules('css'), emotionIds: ids.join(' ') }
}

/** @param had ids of the rules that are there already */
function rulesBeyond(had: readonly string[], html: string, cache: ReturnType<typeof createCache>) {
  const ids = rulesIn(html, cache)
    .emotionIds.split(' ')
    .filter((id) => !had.includes(id))
  return { ids, css: ids.map((id) => cache.inserted[id]).join('') }
}

async function renderBooking(code: LanguageCode) {
  const { cache, theme, surround } = surroundings()
  const iso = isoLanguage(code)
  writtenCard.__html = `<div lang="${iso}">${renderToString(surround(<ClinicCard />))}</div>`
  written.__html = earlyStepOf(surround, iso)
  const html = renderToString(<App theme={theme} surround={surround} area="booking" />)
  const name = code === FALLBACK_LANGUAGE ? undefined : i18next.t('page.book-appointment')
  const later = html.indexOf(`<div id="${EARLY_STEP_ID}"`)
  if (later < 0) throw new Error('The booking page has no step 2.')
  const rules = rulesIn(html.slice(0, later), cache)
  const { ids, css: laterCss } = rulesBeyond(rules.emotionIds.split(' '), html, cache)
  // Emotion takes it out of the root before React looks at that.
  const block = `<style data-emotion="css ${ids.join(' ')}">${laterCss}</style>`
  return {
    title: pageTitle(paths.book(), clinic.name, name),
    html: html.slice(0, later) + block + html.slice(later),
    ...rules,
    laterCss,
    third: await thirdOf([...rules.emotionIds.split(' '), ...ids]),
  }
}

/** The texts that third.ts says by itself, by the names that it has for them. */
const WORDS_OF_THIRD: Record<string, RegExp> = {
  later: /^(?:slots\.(today|(?:free|dayFree)_\w+)|details\.(?:service\.)?(loading|consultation|procedure))$/,
  booking: /^field\.(required|too_long|(?:name|email|phone|text|age)_\w+)$/,
  common: /^(fieldsWrong_\w+)$/,
}

/** @param had ids of the rules that the page has already */
async function thirdOf(had: readonly string[]): Promise<string> {
  await loadTexts('later')
  const { cache, surround } = surroundings()
  const html = renderToStaticMarkup(surround(<EarlyThirdParts />))
  const { css: rules } = rulesBeyond(had, html, cache)
  const words: Record<string, string> = {}
  for (const [namespace, names] of Object.entries(WORDS_OF_THIRD)) {
    for (const language of [FALLBACK_LANGUAGE, i18next.language])
      for (const [key, text] of Object.entries(flat(i18next.getResourceBundle(language, namespace)))) {
        const name = names.exec(key)?.slice(1).find(Boolean)
        if (name) words[name] = text
      }
  }
  return renderToStaticMarkup(
    <body data-words={JSON.stringify(words)} data-rules={rules}>
      {PLACE}
    </body>,
  ).replace(PLACE, () => html)
}

const PLACE = '%parts%'

/** Step 2 as a first visitor sees it, below the header as it is then (src/features/booking/early). */
function earlyStepOf(surround: Surround, iso: string): string {
  const header = <StepHeader step={2} reached={2} isVerified={false} busy={false} onOpen={() => {}} />
  const step = (
    <QueryProvider>
      <PersonalStep onOpen={() => {}} />
    </QueryProvider>
  )
  return (
    renderToStaticMarkup(surround(header)) +
    `<div id="${LATER_STEPS_ID}" lang="${iso}">${renderToString(surround(step))}</div>`
  )
}

const loading = import.meta.glob<string>('../i18n/locales/*/common.json', { import: 'loading' })
const others = import.meta.glob<Record<string, Record<string, string>>>('../i18n/locales/*/app.json', {
  import: 'default',
})

/** What the pages say before the app is there, in each language, English first. */
function startWords() {
  const codes = [...new Set([FALLBACK_LANGUAGE, ...offeredLanguages])]
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
