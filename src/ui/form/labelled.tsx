import { styled, type Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { FieldHelp } from './field-help.tsx'
import type { FormField } from './form-field.ts'

const Frame = styled('div')(({ theme }) => ({
  minWidth: 0,
  width: '100%',
  '& > label': { display: 'block', marginBottom: 6, fontSize: '0.875rem', fontWeight: 600 },
  '&:has(:disabled) > label': { color: theme.vars.palette.text.secondary },
  '&[data-error=true] > label': { color: theme.vars.palette.error.main },
}))

/**
 * Look of text fields and selects, 44 px high: native controls, which phones and password managers know best.
 */
export const controlLook = ({ theme: { vars } }: { theme: Theme }) => ({
  appearance: 'none' as const,
  width: '100%',
  minWidth: 0,
  minHeight: 44,
  margin: 0,
  padding: '9px 11px',
  font: 'inherit',
  letterSpacing: 'inherit',
  textOverflow: 'ellipsis',
  color: vars.palette.text.primary,
  border: `1px solid ${vars.palette.controlLine}`,
  borderRadius: 8,
  backgroundColor: vars.palette.background.paper,
  '&:hover': { borderColor: vars.palette.text.primary },
  '&[aria-invalid=true]': { borderColor: vars.palette.error.main },
  '&:focus': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: -2 },
  '&[aria-invalid=true]:focus': { outlineColor: vars.palette.error.main },
  // Stays readable; Safari pales it by a colour of its own.
  '&:disabled': {
    opacity: 1,
    WebkitTextFillColor: vars.palette.text.secondary,
    borderColor: vars.palette.divider,
    backgroundColor: vars.palette.background.default,
  },
})

/** Attributes that connect a control with its label, hint and mistake. */
export const controlProps = (field: FormField, hint?: string) => ({
  id: field.id,
  name: field.name,
  ...(field.initial === undefined ? { value: field.value } : { defaultValue: field.initial }),
  required: field.required,
  disabled: field.locked,
  'aria-invalid': field.error !== undefined,
  'aria-describedby': field.error || hint ? field.hintId : undefined,
})

type Props = { field: FormField; label: string; hint?: string; children: ReactNode }

/** A control below its label, with its error or hint under it. */
export function Labelled({ field, label, hint, children }: Props) {
  return (
    <Frame data-error={field.error !== undefined}>
      <label htmlFor={field.id}>
        {label}
        {field.required && <span aria-hidden="true"> *</span>}
      </label>
      {children}
      <FieldHelp id={field.hintId} error={field.error} hint={hint} />
    </Frame>
  )
}
