import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { buildYear, builtLanguages, clinicName } from '../../build.ts'
import { clock } from '../../clock.ts'
import { changeLanguage } from '../../i18n/i18n.ts'
import { isoLanguage, LANGUAGE_NAMES, languageOf } from '../../i18n/languages.ts'
import { offeredLanguages } from '../../i18n/offered-languages.ts'
import { clinicYear } from '../../ui/clinic-year.ts'
import { Mark } from '../../ui/mark.tsx'
import { VisitClinic } from './visit-clinic.ts'
import { noteLanguage } from './visit-token.ts'

/** What the page of a visit stands in. */
export function VisitFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('visit')
  const clinic = useContext(VisitClinic)
  return (
    <div className="visit-page">
      <header>
        <div className="visit-brand">
          <Mark size={32} />
          <span>{clinicName}</span>
        </div>
        {builtLanguages.length > 1 && <LanguageChoice />}
      </header>
      <main>
        <div className="visit-column">
          <h1>{t('title')}</h1>
          {children}
        </div>
      </main>
      <footer>
        © {clinic ? clinicYear(clock.now(), clinic.timeZone) : buildYear} {clinicName}
      </footer>
    </div>
  )
}

/** Chooses among the clinic's languages; each is named in itself. What is chosen lasts for this tab's visit alone. */
function LanguageChoice() {
  const { t, i18n } = useTranslation()
  const offered = offeredLanguages(useContext(VisitClinic))
  const choose = (text: string) => {
    const language = languageOf(text)
    // A language that cannot be fetched leaves the page as it is.
    changeLanguage(language).then(
      () => noteLanguage(language),
      () => {},
    )
  }
  return (
    <span className="visit-language">
      <select
        aria-label={t('language')}
        value={i18n.language}
        onChange={({ target }) => choose(target.value)}
      >
        {offered.map((code) => (
          <option key={code} value={code} lang={isoLanguage(code)}>
            {LANGUAGE_NAMES[code]}
          </option>
        ))}
      </select>
      <ChevronDown size={16} />
    </span>
  )
}

/** In the place of the visit, until it is there. */
export function VisitLoading() {
  const { t } = useTranslation('visit')
  return (
    <section className="visit-card visit-loading" aria-busy="true">
      <p role="status">{t('loading')}</p>
      <span />
      <span />
      <span />
    </section>
  )
}
