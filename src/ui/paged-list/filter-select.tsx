import { styled } from '@mui/material/styles'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { SelectArrow, SelectFrame } from '../select-arrow.tsx'

const Frame = styled('label')({ display: 'grid', gap: 4, fontSize: '0.875rem', fontWeight: 600 })

// Styled like the forms' select, for less room.
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
  /** Accessible name; begins with the visible words. */
  label: string
  /** Needed where nothing else says what is chosen here. */
  heading?: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChoose: (value: Value) => void
}

/** A native select. */
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
          // Only the options can be chosen.
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
