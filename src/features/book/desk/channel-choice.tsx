import { useId } from 'react'

const CHANNELS = ['phone', 'desk', 'walk_in'] as const
export type DeskChannel = (typeof CHANNELS)[number]

type Props = {
  legend: string
  value: DeskChannel
  wordOf: (channel: DeskChannel) => string
  onChange: (channel: DeskChannel) => void
}

/** How somebody asks for an appointment at the desk. */
export function ChannelChoice({ legend, value, wordOf, onChange }: Props) {
  const id = useId()
  return (
    <fieldset className="asked">
      <span className="label" id={id}>
        {legend}
      </span>
      <div className="choices" role="radiogroup" aria-labelledby={id}>
        {CHANNELS.map((channel) => (
          <label key={channel}>
            <input
              type="radio"
              name={`${id}channel`}
              checked={value === channel}
              onChange={() => onChange(channel)}
            />
            {wordOf(channel)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
