import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import type { DeskConflict } from '../../../api/desk.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import type { When } from './time-choice.tsx'

type Props = {
  times: NonNullable<DeskConflict['conflict']>['nearest']
  onWhen: (when: When) => void
}

/** The free times nearest to one that was taken meanwhile. */
export function NearTimes({ times, onWhen }: Props) {
  const { t, i18n } = useTranslation('desk')
  const language = isoLanguage(i18n.language)
  return (
    <fieldset className="asked">
      <span className="label">{t('nearest')}</span>
      <div className="times">
        {times.map(({ appointment_date: day, start_time: time, doctor }) => (
          <Button
            key={`${day} ${time} ${doctor.id}`}
            variant="outlined"
            size="small"
            onClick={() => onWhen({ day, time, doctor: doctor.id })}
          >
            {shortDay(day, language)}, {formatTime(time, language)}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
