import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Blocker } from '../../../contract/blockers.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { datesLabel, daysLabel, startAndEnd } from './blocker-labels.ts'
import { placeLabel } from './place-label.ts'

const Lines = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 2,
  overflowWrap: 'anywhere',
  '& > strong': { fontWeight: 600 },
  '& > span': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
}))

export function Summary({ blocker }: { blocker: Blocker }) {
  const { t, i18n } = useTranslation('blockers')
  const language = isoLanguage(i18n.language)
  const labels = { allDay: t('allDay'), midnight: t('midnight') }
  const [start, end] = startAndEnd(blocker, language, labels)
  const days = daysLabel(blocker.recurringDays, language)
  const dates = datesLabel(blocker, language)
  const when = [days, dates, end === '' ? start : t('span', { start, end })].filter((part) => part !== '')
  return (
    <Lines>
      <strong>{blocker.description}</strong>
      <span>{when.join(' · ')}</span>
      <span>
        {t(`type.${blocker.type}`)} · {placeLabel(blocker, t)}
      </span>
    </Lines>
  )
}
