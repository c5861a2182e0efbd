import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { hasStoredDraft } from '../features/booking/stored-draft.ts'
import { startI18n } from '../i18n/i18n.ts'
import { FALLBACK_LANGUAGE, storedLanguage } from '../i18n/languages.ts'
import { App } from './app.tsx'
import { preloadPage } from './router.tsx'

const root = document.getElementById('root') as HTMLElement

start()

async function start() {
  // The top of the page is where every load begins (specification, section 2).
  history.scrollRestoration = 'manual'
  const language = storedLanguage()
  await Promise.all([startI18n(language), preloadPage(location.pathname)])
  const page = (
    <StrictMode>
      <App inRouter={(pages) => <BrowserRouter>{pages}</BrowserRouter>} />
    </StrictMode>
  )
  // The markup is a first visit's. Another language or an unfinished booking starts afresh instead of taking it over.
  if (root.hasChildNodes() && language === FALLBACK_LANGUAGE && !hasStoredDraft()) hydrateRoot(root, page)
  else {
    root.replaceChildren()
    createRoot(root).render(page)
  }
}
