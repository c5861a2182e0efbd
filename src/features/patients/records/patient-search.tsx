import Search from 'lucide:search'
import UserPlus from 'lucide:user-plus'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_FROM } from '../../../../contract/fields.ts'
import type { PatientHit } from '../../../../contract/patients.ts'
import { patientQueries } from '../../../api/patients.ts'
import { messageFor } from '../../../http/api-error.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { shortDay } from '../../../ui/format-time.ts'
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
    borderRadius: 8,
    border: `1px solid ${theme.vars.palette.controlLine}`,
    font: 'inherit',
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.background.paper,
  },
}))

const Hits = styled('div')(({ theme }) => ({
  margin: 0,
  padding: 0,
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
  /** Undefined: one may add nobody. */
  onNew: (() => void) | undefined
}

const optionId = (id: string) => `patient-${id}`

/** Search as one types. Up and down choose and show the record at once, Enter moves into it. */
export function PatientSearch({ input, shown, onShow, onEnter, onNew }: Props) {
  const { t } = useTranslation('records')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const [typed, setTyped] = useState('')
  const asked = useDebounced(typed, SETTLES_MS)
  const { data, error, isFetching } = useQuery(patientQueries.search(staffId, asked))
  const isLong = typed.trim().length >= SEARCH_FROM
  const hits = isLong && data ? data : []
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
    ? t('search.hint')
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
      </Field>
      <Word role="status">{word}</Word>
      <Hits id="patient-hits" role="listbox" aria-label={t('search.found')}>
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
            <Hit of={hit} typed={asked} />
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

function Hit({ of: hit, typed }: { of: PatientHit; typed: string }) {
  const { t, i18n } = useTranslation('records')
  const language = isoLanguage(i18n.language)
  const facts = [
    hit.phoneEnd !== '' && `…${hit.phoneEnd}`,
    hit.yearOfBirth !== null && t('search.born', { year: String(hit.yearOfBirth) }),
    !hit.registered && t('visitor'),
  ].filter(Boolean)
  const next = hit.nextVisit?.slice(0, 10)
  const last = hit.lastVisit
  return (
    <>
      <strong>
        {marked(hit.name, typed).map(([part, isMatch], at) =>
          isMatch ? <u key={at}>{part}</u> : <span key={at}>{part}</span>,
        )}
      </strong>
      <span>{facts.join(', ')}</span>
      <span>
        {next
          ? t('search.next', { day: shortDay(next, language) })
          : last
            ? t('search.last', { day: shortDay(last, language, { year: true }) })
            : ''}
      </span>
    </>
  )
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
