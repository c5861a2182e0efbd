import { useTranslation } from 'react-i18next'
import { ChoiceLine } from './choice-line.tsx'
import { MomentLine } from './moment-line.tsx'

/** As typed: a day 'YYYY-MM-DD' and a time 'HH:mm' in clinic time, whole or not, and the id of a doctor; empty: none. */
export type When = { day: string; time: string; doctor: string }

type Props = {
  when: When
  onWhen: (when: When) => void
  /** 'YYYY-MM-DD' in clinic time. */
  today: string
  doctors: readonly { id: string; name: string }[]
}

/** When, and with whom, where no time was pressed in the book. */
export function TimeChoice({ when, onWhen, today, doctors }: Props) {
  const { t } = useTranslation('desk')
  return (
    <>
      <div className="pair when">
        <MomentLine
          label={t('day')}
          kind="day"
          value={when.day}
          min={today}
          onValue={(day) => onWhen({ ...when, day })}
        />
        <MomentLine
          label={t('time')}
          kind="time"
          value={when.time}
          onValue={(time) => onWhen({ ...when, time })}
        />
      </div>
      <ChoiceLine
        label={t('doctor')}
        value={when.doctor}
        onValue={(doctor) => onWhen({ ...when, doctor })}
        options={doctors}
        none={t('anyDoctor')}
      />
    </>
  )
}
