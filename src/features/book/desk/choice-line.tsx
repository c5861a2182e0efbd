import type { LineField } from './text-line.tsx'

type Props = {
  label: string
  /** Its value is the id of one of the options; empty: none. */
  field: LineField
  options: readonly { id: string; name: string }[]
  /** What stands where none is chosen; left out, one always is. */
  none?: string
}

/** A line of a panel to choose from, as the desk's short forms have it. */
export function ChoiceLine({ label, field, options, none }: Props) {
  return (
    <label>
      {label}
      <select
        aria-invalid={field.error !== undefined}
        value={field.value}
        onChange={({ target }) => field.change(target.value)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
