import { useEffect, useRef } from 'react'
import type { FormField } from '../../../ui/form/form-field.ts'
import { CHECKED } from './desk-values.ts'

/** A field as a line of the panel needs it. What is wrong with it is said below all of them. */
export type LineField = Pick<FormField, 'value' | 'change'> & { error?: string | undefined }

type TextProps = {
  field: LineField
  label: string
  type?: 'text' | 'tel'
  /** It gets the focus when it comes. */
  isFirst?: boolean
}

/** A line of the panel to type into. */
export function TextLine({ field, label, type = 'text', isFirst = false }: TextProps) {
  const input = useRef<HTMLInputElement>(null)
  const wantsFocus = useRef(isFirst)
  useEffect(() => {
    if (wantsFocus.current) input.current?.focus()
  }, [])
  return (
    <label>
      {label}
      <input
        ref={input}
        type={type}
        autoComplete="off"
        autoCapitalize={type === 'text' ? 'words' : undefined}
        maxLength={type === 'text' ? 80 : undefined}
        aria-invalid={field.error !== undefined}
        value={field.value}
        onChange={({ target }) => field.change(target.value)}
      />
    </label>
  )
}

/** A line of the panel to check. */
export function CheckLine({ field, label }: { field: LineField; label: string }) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={field.value !== ''}
        onChange={({ target }) => field.change(target.checked ? CHECKED : '')}
      />
      {label}
    </label>
  )
}

type ChoiceProps = {
  label: string
  /** Its value is the id of one of the options; empty: none. */
  field: LineField
  options: readonly { id: string; name: string }[]
  /** What stands where none is chosen; left out, one always is. */
  none?: string
}

/** A line of a panel to choose from, as the desk's short forms have it. */
export function ChoiceLine({ label, field, options, none }: ChoiceProps) {
  return (
    <label>
      {label}
      <select
        aria-invalid={field.error !== undefined}
        value={field.value}
        onChange={({ target }) => field.change(target.value)}
      >
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
