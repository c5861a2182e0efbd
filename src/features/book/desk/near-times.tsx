import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import type { DeskConflict } from '../../../api/desk.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { type When, whenOf } from './booking-form.ts'

type Props = {
  times: NonNullable<DeskConflict['conflict']>['nearest']
  onWhen: (when: When) => void
}

/** The free times nearest to one that was taken meanwhile. */
export function NearTimes({ times, onWhen }: Props) {
  const { t, i18n } = useTranslation('desk')
  const language = isoLanguage(i18n.language)
  return (
    <fieldset className="beside">
      <span className="label">{t('nearest')}</span>
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
    </fieldset>
  )
}
