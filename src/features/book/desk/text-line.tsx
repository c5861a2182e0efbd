import { useEffect, useRef } from 'react'

type LineProps = {
  label: string
  value: string
  onValue: (value: string) => void
  type?: 'text' | 'tel'
  /** It gets the focus when it comes. */
  isFirst?: boolean
}

/** A line of the panel to type into. */
export function TextLine({ label, value, onValue, type = 'text', isFirst = false }: LineProps) {
  const field = useRef<HTMLInputElement>(null)
  const wantsFocus = useRef(isFirst)
  useEffect(() => {
    if (wantsFocus.current) field.current?.focus()
  }, [])
  return (
    <label>
      {label}
      <input
        ref={field}
        type={type}
        autoComplete="off"
        maxLength={type === 'text' ? 80 : undefined}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
    </label>
  )
}
