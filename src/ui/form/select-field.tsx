import { styled } from '@mui/material/styles'
import type { ComponentProps } from 'react'
import { SelectArrow, SelectFrame } from '../select-arrow.tsx'
import type { FormField } from './form-field.ts'
import { controlLook, controlProps, Labelled } from './labelled.tsx'

const Control = styled('select')(controlLook, { paddingRight: 36 })

/** The native select, which phones show best, without a label of its own. */
export function Select(props: ComponentProps<'select'>) {
  return (
    <SelectFrame>
      <Control {...props} />
      <SelectArrow />
    </SelectFrame>
  )
}

type Props = {
  field: FormField
  label: string
  hint?: string
  autoFocus?: boolean
  options: readonly { value: string; label: string }[]
  /** Somebody is about to look at the options. */
  onLook?: () => void
}

/** A choice among many, below its label. */
export function SelectField({ field, label, hint, autoFocus, options, onLook }: Props) {
  return (
    <Labelled field={field} label={label} hint={hint}>
      <Select
        {...controlProps(field, hint)}
        onChange={({ target }) => field.change(target.value)}
        autoFocus={autoFocus}
        autoComplete="off"
        onFocus={onLook}
        onPointerDown={onLook}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Labelled>
  )
}
