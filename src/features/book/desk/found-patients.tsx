import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PatientHit } from '../../../../contract/patients.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { shortDay } from '../../../ui/format-time.ts'
import { matched } from './typed.ts'

type Props = {
  /** Before the ids of the list and of its options, which the field names. */
  ids: string
  hits: readonly PatientHit[]
  /** What they were found by. */
  search: string
  /** Index of the option that the field's keys are at; after the last hit comes 'new patient'. */
  active: number
  /** Whether a number was typed. */
  isPhone: boolean
  hasFailed: boolean
  onChoose: (index: number) => void
}

/** Whom the typed name or number may mean, and last of all somebody new. */
export function FoundPatients({ ids, hits, search, active, isPhone, hasFailed, onChoose }: Props) {
  const { t, i18n } = useTranslation('desk')
  const language = isoLanguage(i18n.language)
  return (
    <div className="results" role="listbox" id={`${ids}results`} aria-label={t('results')}>
      {hits.map((hit, i) => (
        <Option key={hit.id} id={`${ids}${i}`} isActive={active === i} onChoose={() => onChoose(i)}>
          <span className="line">
            <strong>
              {matched(hit.name, search).map(({ text: part, isMatch }, at) =>
                isMatch ? <mark key={`${at} ${part}`}>{part}</mark> : part,
              )}
            </strong>
            {hit.noShows > 0 && <span className="missed small">{t('noShows', { count: hit.noShows })}</span>}
          </span>
          <span className="soft">
            {[
              hit.phoneEnd && t('phoneEnds', { digits: hit.phoneEnd }),
              hit.yearOfBirth !== null && t('born', { year: hit.yearOfBirth }),
              hit.lastVisit
                ? t('lastVisit', { day: shortDay(hit.lastVisit, language, { year: true }) })
                : t('noVisit'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </Option>
      ))}
      <Option
        id={`${ids}${hits.length}`}
        isActive={active === hits.length}
        onChoose={() => onChoose(hits.length)}
      >
        <span className="new">{t(isPhone ? 'newWithNumber' : 'newWithName')}</span>
        {hasFailed && <span className="soft small">{t('searchFailed')}</span>}
      </Option>
    </div>
  )
}

type OptionProps = { id: string; isActive: boolean; onChoose: () => void; children: ReactNode }

/** The focus stays in the field, whose keys choose. */
function Option({ id, isActive, onChoose, children }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onChoose}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onChoose()
      }}
    >
      {children}
    </div>
  )
}
