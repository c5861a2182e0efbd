import Checkbox from '@mui/material/Checkbox'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../i18n/languages.ts'
import { StateTag } from '../../ui/badge.tsx'
import { Select } from '../../ui/form/select-field.tsx'
import { MomentField } from '../../ui/pickers/moment-field.tsx'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { dayLabel } from './blocker-labels.ts'
import { type HolidayChoice, mistakesInDays } from './holidays.ts'

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: '4px 8px',
  alignItems: 'center',
  padding: '6px 12px 6px 4px',
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& > label': { display: 'grid', padding: '4px 0', cursor: 'pointer' },
  '& > label > span': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
  '& > label > strong': { fontWeight: 600 },
}))

const Days = styled('div')(({ theme }) => ({
  gridColumn: '2 / -1',
  display: 'grid',
  gap: 12,
  paddingBottom: 8,
  '& > p': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
  '& > div': { display: 'grid', gap: 12, alignItems: 'start' },
  [theme.breakpoints.up('sm')]: { '& > div': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
}))

type Props = {
  choice: HolidayChoice
  year: number
  isPresent: boolean
  isOver: boolean
  onChange: (change: Partial<HolidayChoice>) => void
}

export function HolidayRow({ choice, year, isPresent, isOver, onChange }: Props) {
  const { t, i18n } = useTranslation('blockers')
  const language = isoLanguage(i18n.language)
  const messages = useFieldMessages('blockers')
  const id = useId()
  const { name, from, to, type, toBeConfirmed, canBeYearly } = choice
  const mistakes = mistakesInDays(choice)
  const start = from && !mistakes.from ? dayLabel(from, language) : ''
  const end = to && !mistakes.to && to !== from ? dayLabel(to, language) : ''
  const day = (which: 'from' | 'to') => {
    const mistake = mistakes[which]
    return {
      id: `${id}-${which}`,
      hintId: `${id}-${which}-hint`,
      name: which,
      value: choice[which],
      error: mistake && 'key' in mistake ? messages(mistake.key) : undefined,
      change: (value: string) => onChange({ [which]: value }),
    }
  }
  return (
    <Row>
      <Checkbox
        id={id}
        checked={choice.isChosen && !isPresent}
        disabled={isPresent}
        onChange={(_, isChosen) => onChange({ isChosen })}
      />
      <label htmlFor={id}>
        {/* Names are English in every language, as the blocker's description will be. */}
        <strong lang="en">{name}</strong>
        <span>{end === '' ? start : t('span', { start, end })}</span>
      </label>
      {isPresent ? (
        <StateTag tint="cancelled">{t('holidays.present')}</StateTag>
      ) : isOver ? (
        <StateTag tint="cancelled">{t('holidays.past')}</StateTag>
      ) : toBeConfirmed ? (
        <StateTag tint="open">{t('holidays.toBeConfirmed')}</StateTag>
      ) : canBeYearly ? (
        <Select
          aria-label={t('holidays.repeat', { name })}
          value={type}
          onChange={({ target }) => onChange({ type: target.value === 'Yearly' ? 'Yearly' : 'One Time' })}
        >
          <option value="Yearly">{t('holidays.Yearly')}</option>
          <option value="One Time">{t('holidays.One Time', { year })}</option>
        </Select>
      ) : null}
      {toBeConfirmed && choice.isChosen && !isPresent && (
        <Days role="group" aria-label={name}>
          <p>{t('holidays.toBeConfirmedHint')}</p>
          <div>
            <MomentField field={day('from')} label={t('holidays.from')} kind="day" />
            <MomentField field={day('to')} label={t('holidays.to')} kind="day" />
          </div>
        </Days>
      )}
    </Row>
  )
}
