import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../i18n/languages.ts'
import { formatTime } from '../format-time.ts'
import { groupTimes } from './free-days.ts'

const Groups = styled('div')({ display: 'grid', gap: 16 })

const GroupHead = styled('h4')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  marginBottom: '8px',
  fontSize: '0.875rem',
  '& > span': { fontWeight: 400, color: theme.vars.palette.text.secondary },
}))

const Times = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(92px, 1fr))',
  gap: 8,
})

const TimeButton = styled(Button)({ padding: '8px 4px', whiteSpace: 'nowrap' })

type Props = { times: readonly string[]; chosen: string; onChoose: (time: string) => void }

/** The free times of a day, 'HH:mm' in clinic time, as large buttons in two groups. */
export function TimeList({ times, chosen, onChoose }: Props) {
  const { t, i18n } = useTranslation('later')
  const groups = groupTimes(times)
  return (
    <Groups>
      {(['morning', 'afternoon'] as const).map((name) => {
        const group = groups[name]
        if (group.length === 0) return null
        return (
          <section key={name} aria-label={t(`slots.${name}`)}>
            <GroupHead>
              {t(`slots.${name}`)}
              <span>{t('slots.free', { count: group.length })}</span>
            </GroupHead>
            <Times>
              {group.map((time) => (
                <TimeButton
                  key={time}
                  variant={time === chosen ? 'contained' : 'outlined'}
                  aria-pressed={time === chosen}
                  onClick={() => onChoose(time)}
                >
                  {formatTime(time, isoLanguage(i18n.language))}
                </TimeButton>
              ))}
            </Times>
          </section>
        )
      })}
    </Groups>
  )
}
