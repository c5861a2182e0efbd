import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChoose: (value: Value) => void
}

/** One of a few values, chosen with what the device has for it. */
export function FilterSelect<Value extends string>({ label, value, options, onChoose }: Props<Value>) {
  return (
    <NativeSelect
      value={value}
      // It can be nothing but one of the options.
      onChange={({ target }) => onChoose(target.value as Value)}
      input={<OutlinedInput size="small" />}
      inputProps={{ 'aria-label': label }}
    >
      {options.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}
