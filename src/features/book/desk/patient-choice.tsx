import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_FROM } from '../../../../contract/fields.ts'
import type { PatientResult } from '../../../../contract/patients.ts'
import { patientQueries } from '../../../api/patients.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { NEW_PATIENT, NO_PATIENT } from './desk-values.ts'
import { CheckLine, TextLine } from './lines.tsx'
import { isWhole, matched, typedPatient } from './typed.ts'
import type { DeskForm } from './use-desk-form.ts'

const SEARCH_AFTER_MS = 150

/** Choice of a patient: found by name or number, or new. Without a connection nobody can be searched for. */
export function PatientChoice({
  desk,
  input,
}: {
  desk: DeskForm
  input: RefObject<HTMLInputElement | null>
}) {
  const { t, i18n } = useTranslation('desk')
  const language = isoLanguage(i18n.language)
  const ids = useId()
  const [active, setActive] = useState(0)
  const { form, values, set, mode, name, request } = desk
  const search = usePatientSearch(desk)
  const { hits } = search
  const isNew = values.patient === NEW_PATIENT
  const isAsking = values.search.trim().length >= SEARCH_FROM
  const options = !request && isAsking && values.patient === '' ? hits.length + 1 : 0

  const choose = (index: number) => {
    const hit = hits[index]
    if (hit) set({ patient: hit.id, name: hit.name })
    else {
      const { phone, ...names } = typedPatient(values.search)
      set({ patient: NEW_PATIENT, ...names, phoneNumber: phone })
    }
  }
  /** Enter chooses whoever is found, and books nobody. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (options === 0) return
      event.preventDefault()
      setActive((active + (event.key === 'ArrowDown' ? 1 : options - 1)) % options)
    } else if (event.key === 'Enter' && values.patient === '') {
      event.preventDefault()
      if (isAsking && search.isAnswered && !event.nativeEvent.isComposing) choose(active)
    }
  }
  const onType = (text: string) => {
    set({ search: text, ...NO_PATIENT })
    desk.forgetPatient()
    setActive(0)
  }
  return (
    <>
      {/* A request keeps its patient. */}
      {request ? (
        !isNew && (
          <p>
            <strong>{name}</strong>
          </p>
        )
      ) : (
        <label>
          {t('who')}
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-expanded={options > 0}
            aria-controls={`${ids}results`}
            aria-activedescendant={options > 0 ? `${ids}${active}` : undefined}
            aria-autocomplete="list"
            aria-invalid={form.field('search').error !== undefined}
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            maxLength={80}
            value={values.patient && !isNew ? values.name : values.search}
            onChange={({ target }) => onType(target.value)}
            onKeyDown={onKeyDown}
          />
        </label>
      )}
      {options > 0 && (
        <FoundPatients
          ids={ids}
          hits={hits}
          search={search.searched}
          active={active}
          isPhone={typedPatient(values.search).phone !== ''}
          hasFailed={search.hasFailed}
          onChoose={choose}
        />
      )}
      {isNew && (
        <div className="pair">
          <TextLine
            field={form.field('firstName')}
            label={t('firstName')}
            isFirst={!values.firstName || request !== undefined}
          />
          <TextLine field={form.field('lastName')} label={t('lastName')} />
        </div>
      )}
      {/* Number to call if the request can't be booked. */}
      {(isNew || (mode === 'save' && values.patient)) && (
        <TextLine
          field={form.field('phoneNumber')}
          label={t('phone')}
          type="tel"
          isFirst={request !== undefined && !isNew}
        />
      )}
      {isNew && <CheckLine field={form.field('unreachable')} label={t('unreachable')} />}
      <p role="status">
        {search.onDay.length > 0 &&
          t(search.day === desk.today ? 'hasToday' : 'hasOnDay', {
            name,
            day: shortDay(search.day, language),
            times: search.onDay.map((at) => formatTime(at.slice(11, 16), language)).join(', '),
          })}
      </p>
    </>
  )
}

/** Search results for what is typed, and appointments of the chosen patient on the chosen day. */
function usePatientSearch({ values, isFirstGap, today, patient: forWhom, mode }: DeskForm) {
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const day = isFirstGap ? today : values.appointment_date
  // A patient from another page is searched for too, to show their appointments of the day before booking.
  const text = values.search.trim()
  const typed = text || (values.patient === forWhom?.id && forWhom?.name) || ''
  const searched = useDebounced(typed, SEARCH_AFTER_MS)
  const query = patientQueries.search(staffId, searched, isWhole(day) ? day : null)
  const found = useQuery({
    ...query,
    enabled: mode === 'book' && query.enabled,
    // Enter chooses who is shown: only who was found by what is typed. It is forgotten with the panel.
    placeholderData: undefined,
    gcTime: 0,
    retry: false,
  })
  const hits = mode === 'book' ? (found.data ?? []) : []
  const isChosen = values.patient !== '' && values.patient !== NEW_PATIENT
  return {
    day,
    searched,
    hits: text.length >= SEARCH_FROM ? hits : [],
    isAnswered: mode === 'save' || (searched === text && !found.isFetching),
    hasFailed: mode === 'save' || found.error !== null,
    onDay: isChosen ? (hits.find(({ id }) => id === values.patient)?.onDay ?? []) : [],
  }
}

type Props = {
  /** Before the ids of the list and of its options, which the field names. */
  ids: string
  hits: readonly PatientResult[]
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
function FoundPatients({ ids, hits, search, active, isPhone, hasFailed, onChoose }: Props) {
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
