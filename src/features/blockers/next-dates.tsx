import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { blockerQueries } from '../../api/blockers.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { type BlockerValues, type Clock, checkBlocker, wireOf } from './blocker-form.ts'
import { dayLabel } from './blocker-labels.ts'

/** The server is asked after this much quiet, in milliseconds. */
const SETTLED_MS = 400

const Line = styled('p')(({ theme }) => ({
  // Reserves room, so that the content below jumps once at most.
  minHeight: '3em',
  '&:empty': { position: 'absolute' },
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
}))

export function NextDates({ values, clock }: { values: BlockerValues; clock: Clock }) {
  const { t, i18n } = useTranslation('blockers')
  const language = isoLanguage(i18n.language)
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const { description: _, ...problems } = checkBlocker(values, clock)
  const isAskable = values.type !== 'One Time' && Object.keys(problems).length === 0
  const question = isAskable ? JSON.stringify(wireOf({ ...values, description: '' }, clock)) : ''
  const settled = useDebounced(question, SETTLED_MS)
  const { data } = useQuery({
    ...blockerQueries.preview(adminId, settled === '' ? NOTHING : JSON.parse(settled)),
    enabled: settled !== '',
  })
  if (values.type === 'One Time' || values.type === '') return null
  const dates = data?.next.map(({ start }) => dayLabel(start, language)).join(', ')
  return (
    <Line aria-live="polite" aria-busy={question !== settled}>
      {question === '' ? null : dates ? t('form.next', { dates }) : NO_BREAK_SPACE}
    </Line>
  )
}

const NO_BREAK_SPACE = '\u00a0'
const NOTHING = { description: '', type: 'Daily' } as const
