import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { TARGET_PX } from '../../theme/theme-components.ts'

const Group = styled('fieldset')({
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
  '& > legend': { marginBottom: 6, padding: 0, fontSize: '0.875rem', fontWeight: 600 },
})

const Choices = styled('div')(({ theme }) => ({
  display: 'flex',
  padding: 2,
  borderRadius: 10,
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.default,
}))

const Choice = styled('label')(({ theme }) => ({
  position: 'relative',
  flex: '1 1 0',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: TARGET_PX,
  padding: '2px 6px',
  borderRadius: 8,
  fontSize: '0.875rem',
  lineHeight: 1.25,
  textAlign: 'center',
  color: theme.vars.palette.text.secondary,
  cursor: 'pointer',
  '&:hover': { color: theme.vars.palette.text.primary },
  '& > input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' },
  '&:has(:checked)': {
    color: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.background.paper,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
    fontWeight: 600,
  },
  // Forced colours drop the fill and the line, and the radio button is hidden (theme-components.ts).
  '@media (forced-colors: active)': {
    '&:has(:checked)': { forcedColorAdjust: 'none', color: 'HighlightText', backgroundColor: 'Highlight' },
  },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 3 },
}))

type Props<T extends string> = {
  label: string
  choices: readonly T[]
  nameOf: (choice: T) => string
  value: T | undefined
  onChange: (choice: T) => void
}

/** Native radio buttons side by side. */
export function ChoiceGroup<T extends string>({ label, choices, nameOf, value, onChange }: Props<T>) {
  const name = useId()
  return (
    <Group>
      <legend>{label}</legend>
      <Choices>
        {choices.map((choice) => (
          <Choice key={choice}>
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            {nameOf(choice)}
          </Choice>
        ))}
      </Choices>
    </Group>
  )
}
