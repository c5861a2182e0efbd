import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { type BookedSeries, SERIES_VISITS } from '../../../../contract/desk.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { useStoredState } from '../../../session/open-forms.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { ChoiceLine } from './choice-line.tsx'
import type { When } from './time-choice.tsx'
import { useWishForm } from './use-wish-form.ts'
import type { DeskWish } from './wish-form.tsx'

/** Every so many weeks, so many visits. */
export type Repeat = { weeks: number; visits: number }

const WEEKS = [1, 2, 3, 4, 6, 8, 12, 26]
const VISITS = Array.from({ length: SERIES_VISITS - 1 }, (_, i) => ({ id: `${i + 2}`, name: `${i + 2}` }))
const USUAL: Repeat = { weeks: 4, visits: 6 }

const More = styled('details')(({ theme }) => ({
  '& > summary': {
    minHeight: 24,
    cursor: 'pointer',
    fontWeight: 600,
    color: theme.vars.palette.primary.main,
    '@media (pointer: coarse)': { lineHeight: '44px' },
  },
  '& > div': { display: 'grid', gap: 12, paddingTop: 8 },
}))

type Props = {
  repeat: Repeat | null
  onRepeat: (repeat: Repeat | null) => void
  /** Null: it cannot be repeated, being for the first gap of today. */
  canRepeat: boolean
  /** Puts the patient on the waiting list. */
  onWait: (wish: DeskWish) => void
  busy: boolean
  /** 'YYYY-MM-DD' in clinic time. */
  today: string
  /** Where nothing fits. */
  isOpen: boolean
}

/** What is rare when booking: a series, and the waiting list in the place of a time. */
export function MorePart({ repeat, onRepeat, canRepeat, onWait, busy, today, isOpen }: Props) {
  const { t } = useTranslation('desk')
  const [isWaiting, setWaiting] = useStoredState('desk waits', false)
  const WishForm = useWishForm(isWaiting, () => setWaiting(false))
  return (
    <More open={isOpen || isWaiting || repeat !== null || undefined}>
      <summary>{t('extra.more')}</summary>
      <div>
        {canRepeat && (
          <div className="pair">
            <ChoiceLine
              label={t('extra.repeat')}
              value={`${repeat?.weeks ?? ''}`}
              onValue={(weeks) =>
                onRepeat(weeks === '' ? null : { ...USUAL, ...repeat, weeks: Number(weeks) })
              }
              options={WEEKS.map((count) => ({ id: `${count}`, name: t('extra.every', { count }) }))}
              none={t('extra.once')}
            />
            {repeat && (
              <ChoiceLine
                label={t('extra.visits')}
                value={`${repeat.visits}`}
                onValue={(visits) => onRepeat({ ...repeat, visits: Number(visits) })}
                options={VISITS}
              />
            )}
          </div>
        )}
        {isWaiting && WishForm ? (
          <WishForm
            hasVisit={false}
            today={today}
            busy={busy}
            onAdd={onWait}
            onCancel={() => setWaiting(false)}
          />
        ) : (
          <Button variant="outlined" aria-busy={isWaiting} onClick={() => setWaiting(true)}>
            {t('extra.wait')}
          </Button>
        )}
      </div>
    </More>
  )
}

type ClashesProps = {
  series: BookedSeries
  /** Another time for one that could not be booked. */
  onWhen: (when: When) => void
}

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 8 })

/** What of a series is booked, and other times for the rest. */
export function Clashes({ series, onWhen }: ClashesProps) {
  const { t, i18n } = useTranslation('desk')
  const language = isoLanguage(i18n.language)
  return (
    <div role="status">
      <p>{t('extra.seriesDone', { count: series.booked.length })}</p>
      <p className="problem">{t('extra.clashing')}</p>
      <List>
        {series.clashing.map(({ appointment_date, start_time, because, nearest }) => (
          <li key={`${appointment_date} ${start_time}`}>
            {shortDay(appointment_date, language)}, {formatTime(start_time, language)} ·{' '}
            {t(`extra.because.${because}`)}
            <div className="times">
              {nearest.map((near) => (
                <Button
                  key={`${near.appointment_date} ${near.start_time} ${near.doctor.id}`}
                  variant="outlined"
                  size="small"
                  onClick={() =>
                    onWhen({ day: near.appointment_date, time: near.start_time, doctor: near.doctor.id })
                  }
                >
                  {shortDay(near.appointment_date, language)}, {formatTime(near.start_time, language)}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </List>
    </div>
  )
}
