import { styled } from '@mui/material/styles'
import type { KeyboardEvent } from 'react'
import { FieldHelp } from './field-help.tsx'
import { Fieldset, Legend } from './fieldset.tsx'
import type { FormField } from './form-field.ts'

const Grid = styled('div')({ display: 'grid', gap: 6 })

const Toggle = styled('label')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  minHeight: 44,
  border: `1px solid ${theme.vars.palette.controlLine}`,
  borderRadius: 8,
  fontVariantNumeric: 'tabular-nums',
  '&:hover': { borderColor: theme.vars.palette.text.primary },
  '&:has(:checked)': {
    fontWeight: 600,
    color: theme.vars.palette.primary.contrastText,
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.primary.main,
  },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
  '[data-error=true] &:not(:has(:checked))': { borderColor: theme.vars.palette.error.main },
  // Transparent and over the whole label, so that all of it can be pressed.
  '& > input': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    margin: 0,
    opacity: 0,
    cursor: 'pointer',
  },
}))

type Props = {
  field: FormField
  label: string
  hint?: string
  options: readonly { value: number; label: string; short?: string }[]
  chosen: readonly number[]
  columns: number
  onToggle: (value: number) => void
}

/** Buttons that stay pressed; the arrow keys move between them. */
export function ToggleGroup({ field, label, hint, options, chosen, columns, onToggle }: Props) {
  const described = field.error || hint ? field.hintId : undefined
  return (
    <Fieldset data-error={field.error !== undefined} aria-describedby={described}>
      <Legend>{label}</Legend>
      <Grid
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        onKeyDown={(event) => moveFocus(event, columns)}
      >
        {options.map(({ value, label, short }) => (
          <Toggle key={value}>
            <input
              type="checkbox"
              name={field.name}
              value={value}
              checked={chosen.includes(value)}
              aria-label={label}
              aria-invalid={field.error !== undefined}
              aria-describedby={field.error ? field.hintId : undefined}
              onChange={() => onToggle(value)}
            />
            <span aria-hidden="true">{short ?? label}</span>
          </Toggle>
        ))}
      </Grid>
      <FieldHelp id={field.hintId} error={field.error} hint={hint} />
    </Fieldset>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>, columns: number) {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  }
  const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined
  if (step === undefined) return
  const inputs = [...event.currentTarget.querySelectorAll('input')]
  const next = inputs[inputs.indexOf(event.target as HTMLInputElement) + step]
  event.preventDefault()
  next?.focus()
}
