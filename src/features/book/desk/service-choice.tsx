import { useTranslation } from 'react-i18next'
import { LENGTH_STEP, LONGEST_MINUTES, SHORTEST_MINUTES } from '../../../../domain/services.ts'
import { ChoiceLine } from './choice-line.tsx'

type Props = {
  services: readonly { id: string; name: string }[]
  serviceId: string
  onService: (id: string) => void
  minutes: number
  onMinutes: (minutes: number) => void
}

/** What is done, and how long it takes. */
export function ServiceChoice({ services, serviceId, onService, minutes, onMinutes }: Props) {
  const { t } = useTranslation('desk')
  const { t: appointmentText } = useTranslation('appointments')
  return (
    <div className="pair">
      <ChoiceLine label={t('service')} value={serviceId} onValue={onService} options={services} />
      <div className="label">
        {t('length')}
        <div className="stepper">
          <button
            type="button"
            aria-label={t('shorter')}
            onClick={() => onMinutes(Math.max(SHORTEST_MINUTES, minutes - LENGTH_STEP))}
          >
            −
          </button>
          <output>{appointmentText('calendar.minutes', { minutes })}</output>
          <button
            type="button"
            aria-label={t('longer')}
            onClick={() => onMinutes(Math.min(LONGEST_MINUTES, minutes + LENGTH_STEP))}
          >
            +
          </button>
        </div>
      </div>
    </div>
  )
}
