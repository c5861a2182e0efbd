import { useTranslation } from 'react-i18next'
import { isDoneBy, LENGTH_STEP, LONGEST_MINUTES, SHORTEST_MINUTES } from '../../../../domain/services.ts'
import { ChoiceLine } from './choice-line.tsx'
import type { DeskForm } from './use-desk-form.ts'

/** What is done, and how long it takes. */
export function ServiceChoice({ desk }: { desk: DeskForm }) {
  const { t } = useTranslation('desk')
  const { t: appointmentText } = useTranslation('appointments')
  const { form, services, service, minutes, values, set } = desk
  const choose = (id: string) => {
    const chosen = services.find((each) => each.id === id)
    const keepsDoctor = !chosen || isDoneBy(chosen, values.doctor)
    set({ service: id, duration: '', ...(!keepsDoctor && { doctor: '' }) })
  }
  const last = (length: number) => form.field('duration').change(`${length}`)
  return (
    <div className="pair">
      <ChoiceLine
        field={{ ...form.field('service'), value: service?.id ?? '', change: choose }}
        label={t('service')}
        options={services}
      />
      <div className="label">
        {t('length')}
        <div className="stepper">
          <button
            type="button"
            aria-label={t('shorter')}
            onClick={() => last(Math.max(SHORTEST_MINUTES, minutes - LENGTH_STEP))}
          >
            −
          </button>
          <output>{appointmentText('calendar.minutes', { minutes })}</output>
          <button
            type="button"
            aria-label={t('longer')}
            onClick={() => last(Math.min(LONGEST_MINUTES, minutes + LENGTH_STEP))}
          >
            +
          </button>
        </div>
      </div>
    </div>
  )
}
