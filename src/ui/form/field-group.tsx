import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { unseen } from '../../theme/unseen.ts'
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
  '&[data-unseen=true]': unseen,
}))

type Props = {
  field: FormField
  label: string
  /** Not where a heading above says it already. */
  isLabelSeen?: boolean
  /** Replaces the error where that could not be corrected. */
  errorText?: string
  children?: ReactNode
}

/** For a control of many buttons. Focusable, for when something is wrong with it. */
export function FieldGroup({ field, label, isLabelSeen = true, errorText, children }: Props) {
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
      <Label id={`${id}-label`} data-unseen={!isLabelSeen}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </Label>
      <FieldHelp id={hintId} error={error && (errorText ?? error)} />
      {children}
    </Panel>
  )
}
