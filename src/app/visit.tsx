import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
// Fetched with the page: the call would wait for it (src/fetch-clinic.ts).
import '../clinic-answer.ts'
import { OwnVisitPage } from '../features/own-visit/own-visit-page.tsx'
import { openLink } from '../features/own-visit/use-own-visit.ts'
import { startI18n } from '../i18n/i18n.ts'
import { storedLanguage } from '../i18n/languages.ts'
import common from '../i18n/locales/en/common.json'
import visit from '../i18n/locales/en/visit.json'
import { lastResortIn } from './last-resort.ts'

/*
 * The start of a visit's own page, which is a page by itself: no router, no worker, nothing stored. Its HTML shows the frame
 * (prerender.tsx) until the link is opened.
 */

const root = document.getElementById('root') as HTMLElement

const onUncaughtError = lastResortIn(root)

startI18n(storedLanguage(), ['common', 'visit'], { common, visit })
  .then(() => openLink())
  .then((first) => {
    root.replaceChildren()
    createRoot(root, { onUncaughtError }).render(
      <StrictMode>
        <OwnVisitPage first={first} />
      </StrictMode>,
    )
  })
  .catch(onUncaughtError)
