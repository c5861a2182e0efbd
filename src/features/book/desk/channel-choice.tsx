import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CHANNELS } from './booking-form.ts'
import type { LineField } from './text-line.tsx'

/** How somebody asks for an appointment at the desk. */
export function ChannelChoice({ field }: { field: LineField }) {
  const { t } = useTranslation('desk')
  const id = useId()
  return (
    <fieldset className="beside">
      <span className="label" id={id}>
        {t('askedBy')}
      </span>
      <div className="choices" role="radiogroup" aria-labelledby={id}>
        {CHANNELS.map((channel) => (
          <label key={channel}>
            <input
              type="radio"
              name={`${id}channel`}
              checked={field.value === channel}
              onChange={() => field.change(channel)}
            />
            {t(`channel.${channel}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
