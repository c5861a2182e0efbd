import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { NearestTime } from '../../../../contract/appointments.ts'
import { type BookedSeries, SERIES_VISITS } from '../../../../contract/desk.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { useStoredState } from '../../../session/open-forms.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { type When, whenOf } from './desk-values.ts'
import { ChoiceLine } from './lines.tsx'
import type { DeskForm } from './use-desk-form.ts'
import { useWishForm } from './use-wish-form.ts'

const WEEKS = [1, 2, 3, 4, 6, 8, 12, 26]
const VISITS = Array.from({ length: SERIES_VISITS - 1 }, (_, i) => ({ id: `${i + 2}`, name: `${i + 2}` }))
/** The usual number of visits. */
const USUAL_VISITS = '6'

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

/** What is rare when booking: a series, and the waiting list in the place of a time. */
export function MorePart({ desk, isHidden }: { desk: DeskForm; isHidden: boolean }) {
  const { t } = useTranslation('desk')
  const [isWaiting, setWaiting] = useStoredState('desk waits', false)
  const WishForm = useWishForm(isWaiting, () => setWaiting(false))
  const { form, values, set, question } = desk
  const hasNoTime = question?.conflict.conflict != null
  return (
    <More hidden={isHidden} open={hasNoTime || isWaiting || values.weeks !== '' || undefined}>
      <summary>{t('extra.more')}</summary>
      <div>
        {/* The first gap of today comes once. */}
        {!desk.isFirstGap && (
          <div className="pair">
            <ChoiceLine
              field={{
                ...form.field('weeks'),
                change: (weeks) => set({ weeks, visits: values.visits || USUAL_VISITS }),
              }}
              label={t('extra.repeat')}
              options={WEEKS.map((count) => ({ id: `${count}`, name: t('extra.every', { count }) }))}
              none={t('extra.once')}
            />
            {values.weeks !== '' && (
              <ChoiceLine field={form.field('visits')} label={t('extra.visits')} options={VISITS} />
            )}
          </div>
        )}
        {isWaiting && WishForm ? (
          <WishForm
            hasVisit={false}
            today={desk.today}
            busy={form.busy}
            onAdd={desk.putOnList}
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
            <TimeButtons times={nearest} onWhen={onWhen} />
          </li>
        ))}
      </List>
    </div>
  )
}

type NearProps = {
  times: readonly NearestTime[]
  onWhen: (when: When) => void
}

/** The free times nearest to one that was taken meanwhile. */
export function NearTimes({ times, onWhen }: NearProps) {
  const { t } = useTranslation('desk')
  return (
    <fieldset className="beside">
      <span className="label">{t('nearest')}</span>
      <TimeButtons times={times} onWhen={onWhen} />
    </fieldset>
  )
}

function TimeButtons({ times, onWhen }: NearProps) {
  const { i18n } = useTranslation('desk')
  const language = isoLanguage(i18n.language)
  return (
    <div className="times">
      {times.map((near) => (
        <Button
          key={`${near.appointment_date} ${near.start_time} ${near.doctor.id}`}
          variant="outlined"
          size="small"
          onClick={() => onWhen(whenOf(near))}
        >
          {shortDay(near.appointment_date, language)}, {formatTime(near.start_time, language)}
        </Button>
      ))}
    </div>
  )
}
