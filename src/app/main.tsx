import createCache from '@emotion/cache'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { loadClinic } from '../clinic.ts'
import { isTablet } from '../device/tablet/mark.ts'
import { onStoredElsewhere } from '../device/tabs/storage.ts'
import { cacheLanguage, startWorker } from '../device/worker.ts'
import { holdPresses } from '../features/booking/early-press.ts'
import { hasPendingCode, hasStoredBooking } from '../features/booking/state/stored-draft.ts'
import { noteWrittenForm } from '../features/booking/state/written-form.ts'
import { changeLanguage, startI18n } from '../i18n/i18n.ts'
import { isoLanguage, LANGUAGE_KEY, languageOf, sayLanguage, storedLanguage } from '../i18n/languages.ts'
import booking from '../i18n/locales/en/booking.json'
import common from '../i18n/locales/en/common.json'
import { paths, placeAt } from '../paths.ts'
import { enamelTheme } from '../theme/theme.ts'
import { App } from './app.tsx'
import { areaAt, preloadPage, textsOf } from './areas.ts'
import { followClinic } from './follow-clinic.ts'
import { lastResortIn } from './last-resort.ts'

const root = document.getElementById('root') as HTMLElement

// Without Emotion's prefixes, which only older browsers than the build's targets need: each new rule would be searched for
// them before it can be painted.
const styles = createCache({ key: 'css', stylisPlugins: [] })

// Between the parts of the start the browser may scroll, paint and take presses; on a slow phone each
// part is long enough to be felt.
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

const onUncaughtError = lastResortIn(root)

async function start() {
  // The code of all modules has run in this task.
  await nextTask()
  // The top of the page is where every load begins (specification, section 2).
  history.scrollRestoration = 'manual'
  if (!placeAt(location.pathname)) history.replaceState(history.state, '', paths.book())
  // The build wrote it down in each language; the early script hides another than the chosen one.
  const written = document.documentElement.lang
  const chosen = storedLanguage()
  // Each user of them retries.
  loadClinic().catch(() => {})
  // A page that could not be fetched is tried once more where it is rendered, and there its failure has words.
  const ready = Promise.all([
    startI18n(chosen, textsOf(location.pathname), { common, booking }),
    preloadPage(location.pathname).catch(() => {}),
  ])
  await nextTask()
  const theme = enamelTheme()
  const [language] = await ready
  await nextTask()

  const page = <App theme={theme} styles={styles} area={areaAt(location.pathname)} />
  // The markup is a first visit's. Another language or an unfinished booking starts afresh instead of taking it over.
  const isFirstVisit = !isTablet() && !hasStoredBooking() && !hasPendingCode()
  if (isFirstVisit) noteWrittenForm()
  if (root.hasChildNodes() && isoLanguage(language) === written && isFirstVisit) {
    holdPresses()
    startTransition(() => void hydrateRoot(root, page, { onUncaughtError }))
  } else {
    root.replaceChildren()
    createRoot(root, { onUncaughtError }).render(page)
  }
  followClinic()
  // Nothing wrong is in there any more (public/early.js, sw/booking-page.ts).
  delete document.documentElement.dataset.waits
  // The language of other tabs; one that cannot be fetched stays as it is.
  const take = (code: typeof chosen) => void changeLanguage(code).catch(() => {})
  onStoredElsewhere(LANGUAGE_KEY, (text) => take(languageOf(text)))
  // Chosen there while this page started.
  const present = storedLanguage()
  if (present !== chosen) take(present)
  cacheLanguage(isoLanguage(chosen))
  // Of those who chose it before there was a page in it.
  if (isoLanguage(chosen) !== written) sayLanguage(chosen)
}

// The worker's own code comes after what the page is opened for. A start that hangs must not keep the version that hangs.
const started = start().catch(onUncaughtError)
void Promise.race([started, new Promise((resolve) => setTimeout(resolve, 3_000))]).then(startWorker)
