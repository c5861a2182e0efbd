import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { FieldHelp } from './field-help.tsx'
import type { FormField } from './form-field.ts'

const Panel = styled('div')({
  minWidth: 0,
  '&:focus': { outline: 'none' },
  // Errors are above long lists, where they are seen.
  '& > p[data-error]': { margin: '0 0 12px' },
})

const Label = styled('h3')(({ theme }) => ({
  marginBottom: '8px',
  fontSize: '0.875rem',
  '[data-error=true] > &': { color: theme.vars.palette.error.main },
}))

type Props = {
  field: FormField
  label: string
  /** Replaces the error where that could not be corrected. */
  errorText?: string
  children?: ReactNode
}

/** For a control of many buttons. Focusable, for when something is wrong with it. */
export function FieldGroup({ field, label, errorText, children }: Props) {
  const { id, hintId, error, required } = field
  return (
    <Panel
      id={id}
      tabIndex={-1}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? hintId : undefined}
      data-error={error !== undefined}
    >
      <Label id={`${id}-label`}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </Label>
      <FieldHelp id={hintId} error={error && (errorText ?? error)} />
      {children}
    </Panel>
  )
}
