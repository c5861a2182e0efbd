import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useAtomValue } from 'jotai'
import Search from 'lucide-react/icons/search'
import UserPlus from 'lucide-react/icons/user-plus'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_FROM } from '../../../../contract/fields.ts'
import type { PatientResult } from '../../../../contract/patients.ts'
import { patientQueries } from '../../../api/patients.ts'
import { messageFor } from '../../../http/message-for.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'

/** A pause in typing, in milliseconds. */
const SETTLES_MS = 200

const Panel = styled('section')(({ theme }) => ({
  overflow: 'hidden',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
}))

const Field = styled('div')(({ theme }) => ({
  position: 'relative',
  padding: 16,
  '& > svg': { position: 'absolute', left: 28, top: 28, color: theme.vars.palette.text.secondary },
  '& > input': {
    boxSizing: 'border-box',
    width: '100%',
    height: 44,
    padding: '0 12px 0 42px',
    textOverflow: 'ellipsis',
    // Beside how many are found, and the way back.
    '&:not(:placeholder-shown)': { paddingRight: 138 },
    borderRadius: 8,
    border: `1px solid ${theme.vars.palette.controlLine}`,
    font: 'inherit',
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.background.paper,
  },
}))

/** Number of results and the way back, inside the field. */
const Found = styled('div')(({ theme }) => ({
  position: 'absolute',
  right: 20,
  top: 16,
  height: 44,
  display: 'flex',
  alignItems: 'center',
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
  '& > button': { width: 36, height: 36 },
  '@media (pointer: coarse)': { right: 16, '& > button': { width: 44, height: 44 } },
}))

const Today = styled('h2')(({ theme }) => ({
  padding: '0 16px 8px',
  fontSize: '0.875rem',
  fontWeight: 600,
  color: theme.vars.palette.text.secondary,
}))

const Hits = styled('div')(({ theme }) => ({
  margin: 0,
  padding: 0,
  overscrollBehavior: 'contain',
  // The way to a new patient stays in view under a long list.
  '@media (min-width: 900px)': { maxHeight: 'max(340px, calc(100dvh - 330px))', overflowY: 'auto' },
  '& > div': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '2px 12px',
    minHeight: 68,
    alignContent: 'center',
    padding: '8px 16px',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    cursor: 'pointer',
    fontVariantNumeric: 'tabular-nums',
    '& > strong': { gridColumn: '1 / -1', fontWeight: 600, overflowWrap: 'anywhere' },
    '& > span': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
    '& u': { color: theme.vars.palette.primary.main, textUnderlineOffset: 3 },
    '&:hover': { backgroundColor: theme.vars.palette.action.hover },
    '&[aria-selected=true]': {
      backgroundColor: theme.vars.palette.background.default,
      boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}`,
    },
  },
}))

const Word = styled('p')(({ theme }) => ({
  padding: '0 16px 16px',
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
  '&:empty': { display: 'none' },
}))

const Foot = styled('div')(({ theme }) => ({
  padding: '8px 8px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}))

type Props = {
  input: RefObject<HTMLInputElement | null>
  /** Id of the record that is open. */
  shown: string | null
  onShow: (id: string) => void
  /** The focus goes into the record. */
  onEnter: () => void
  /** Opens the form for a new patient; undefined: not allowed. */
  onNew: (() => void) | undefined
}

const optionId = (id: string) => `patient-${id}`

/**
 * Search as one types; before that, who comes today. Up and down choose and show the record at once, Enter moves into it.
 */
export function PatientSearch({ input, shown, onShow, onEnter, onNew }: Props) {
  const { t } = useTranslation('records')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const [typed, setTyped] = useState('')
  const asked = useDebounced(typed, SETTLES_MS)
  const { data, error, isFetching } = useQuery(patientQueries.search(staffId, asked))
  const isLong = typed.trim().length >= SEARCH_FROM
  const today = useQuery(patientQueries.today(staffId))
  const hits = (isLong ? data : today.data) ?? []
  useEffect(() => {
    if (shown !== null) document.getElementById(optionId(shown))?.scrollIntoView({ block: 'nearest' })
  }, [shown])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault()
      const [only] = hits
      if (shown !== null && hits.some(({ id }) => id === shown)) onEnter()
      else if (hits.length === 1 && only) onShow(only.id)
      return
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || hits.length === 0) return
    event.preventDefault()
    const at = hits.findIndex(({ id }) => id === shown)
    const next = hits[at < 0 ? (step > 0 ? 0 : hits.length - 1) : (at + step + hits.length) % hits.length]
    if (next) onShow(next.id)
  }

  const word = !isLong
    ? today.data?.length === 0
      ? t('search.todayNone')
      : today.error && !today.data
        ? messageFor(today.error, t('search.failed'))
        : ''
    : error
      ? messageFor(error, t('search.failed'))
      : hits.length === 0 && !isFetching && asked === typed
        ? t('search.nobody')
        : ''
  return (
    <Panel aria-label={t('search.label')}>
      <Field>
        <Search size={18} aria-hidden="true" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={t('search.label')}
          aria-expanded={hits.length > 0}
          aria-controls="patient-hits"
          aria-activedescendant={hits.some(({ id }) => id === shown) ? optionId(shown ?? '') : undefined}
          placeholder={t('search.placeholder')}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={120}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
        />
        {typed !== '' && (
          <Found>
            <span role="status">
              {isLong &&
                data &&
                asked === typed &&
                hits.length > 0 &&
                t('search.count', { count: hits.length })}
            </span>
            <IconButton
              aria-label={t('search.clear')}
              onClick={() => {
                setTyped('')
                input.current?.focus()
              }}
            >
              <X size={18} aria-hidden="true" />
            </IconButton>
          </Found>
        )}
      </Field>
      {!isLong && hits.length > 0 && <Today>{t('search.today')}</Today>}
      <Word role="status">{word}</Word>
      <Hits
        id="patient-hits"
        role="listbox"
        aria-label={t(isLong ? 'search.found' : 'search.today')}
        aria-busy={isLong ? isFetching : today.isPending}
      >
        {hits.map((hit) => (
          // The field has the focus and the keys: `aria-activedescendant` says which option is meant.
          <div
            key={hit.id}
            id={optionId(hit.id)}
            role="option"
            tabIndex={-1}
            aria-selected={hit.id === shown}
            onClick={() => onShow(hit.id)}
            onKeyDown={onKeyDown}
          >
            <Hit of={hit} typed={isLong ? asked : ''} />
          </div>
        ))}
      </Hits>
      {onNew && (
        <Foot>
          <Button variant="text" startIcon={<UserPlus size={18} aria-hidden="true" />} onClick={onNew}>
            {t('new.open')}
          </Button>
        </Foot>
      )}
    </Panel>
  )
}

function Hit({ of: hit, typed }: { of: PatientResult; typed: string }) {
  const { t, i18n } = useTranslation('records')
  const language = isoLanguage(i18n.language)
  const facts = [
    hit.phoneEnd !== '' && `…${hit.phoneEnd}`,
    hit.yearOfBirth !== null && t('search.born', { year: String(hit.yearOfBirth) }),
    !hit.registered && t('visitor'),
  ].filter(Boolean)
  return (
    <>
      <strong>
        {marked(hit.name, typed).map(([part, isMatch], at) =>
          isMatch ? <u key={at}>{part}</u> : <span key={at}>{part}</span>,
        )}
      </strong>
      <span>{facts.join(', ')}</span>
      <span>{whenOf(hit, t, language)}</span>
    </>
  )
}

/** The visit of today, else the next one, else the last. */
function whenOf(
  { today, nextVisit, lastVisit }: PatientResult,
  t: TFunction<'records'>,
  language: string,
): string {
  const time = (instant: string) => formatTime(instant.slice(11, 16), language)
  if (today !== null) return t('search.at', { time: time(today) })
  if (nextVisit !== null)
    return t('search.next', { day: shortDay(nextVisit.slice(0, 10), language), time: time(nextVisit) })
  if (lastVisit === null) return ''
  return t('search.last', { day: shortDay(lastVisit, language, { year: true }) })
}

/** A name in pieces, those that begin with what was typed marked. */
function marked(name: string, typed: string): [part: string, isMatch: boolean][] {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
  const words = plain(typed)
    .split(/[\s,-]+/)
    .filter(Boolean)
  return name
    .split(/(?<=[\s-])|(?=[\s-])/)
    .map((part) => [part, words.some((word) => plain(part).startsWith(word))])
}
