type Props = {
  label: string
  /** The id of one of the options; empty: none. */
  value: string
  onValue: (id: string) => void
  options: readonly { id: string; name: string }[]
  /** What stands where none is chosen; left out, one always is. */
  none?: string
}

/** A line of a panel to choose from, as the desk's short forms have it. */
export function ChoiceLine({ label, value, onValue, options, none }: Props) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onValue(target.value)}>
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
