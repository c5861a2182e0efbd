import { styled } from '@mui/material/styles'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { SelectArrow, SelectFrame } from '../select-arrow.tsx'

const Frame = styled('label')({ display: 'grid', gap: 4, fontSize: '0.875rem', fontWeight: 600 })

// The looks of the forms' selects, whose code would be an eighth of what the dashboard fetches.
const Select = styled('select')(({ theme }) => ({
  appearance: 'none',
  boxSizing: 'border-box',
  minWidth: 0,
  minHeight: TARGET_PX,
  padding: '0 30px 0 12px',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.controlLine}`,
  font: 'inherit',
  textOverflow: 'ellipsis',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
  cursor: 'pointer',
  '&:hover': { borderColor: theme.vars.palette.text.primary },
}))

type Props<Value extends string> = {
  /** Its name for those who hear it; begins with the words that are seen. */
  label: string
  /** Stands over it where nothing else says what is chosen here. */
  heading?: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChoose: (value: Value) => void
}

/** One of a few values, chosen with what the device has for it. */
export function FilterSelect<Value extends string>({
  label,
  heading,
  value,
  options,
  onChoose,
}: Props<Value>) {
  return (
    <Frame>
      {heading}
      <SelectFrame>
        <Select
          value={value}
          aria-label={label}
          // It can be nothing but one of the options.
          onChange={({ target }) => onChoose(target.value as Value)}
        >
          {options.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <SelectArrow />
      </SelectFrame>
    </Frame>
  )
}
