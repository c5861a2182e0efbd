import { useEffect, useRef } from 'react'
import type { FormField } from '../../../ui/form/form-field.ts'

/** A field as a line of the panel needs it. What is wrong with it is said below all of them. */
export type LineField = Pick<FormField, 'value' | 'change'> & { error?: string | undefined }

type Props = {
  field: LineField
  label: string
  type?: 'text' | 'tel'
  /** It gets the focus when it comes. */
  isFirst?: boolean
}

/** A line of the panel to type into. */
export function TextLine({ field, label, type = 'text', isFirst = false }: Props) {
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
