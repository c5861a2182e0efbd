import { styled } from '@mui/material/styles'
import type { ComponentProps, ReactNode } from 'react'
import { type FormField, NO_NUMBER } from './form-field.ts'
import { controlLook, controlProps, Labelled } from './labelled.tsx'

const Line = styled('input')(controlLook, {
  display: 'block',
  // A number without the arrows that change it.
  '&[type=number]': { MozAppearance: 'textfield' },
  '&::-webkit-inner-spin-button': { WebkitAppearance: 'none', margin: 0 },
})

const Lines = styled('textarea')(controlLook, {
  display: 'block',
  // Three lines, and as many as are written where the browser can.
  minHeight: 92,
  resize: 'vertical',
  fieldSizing: 'content',
})

const WithEnd = styled('div')({
  position: 'relative',
  '& > input': { paddingRight: 48 },
  '& > button': { position: 'absolute', top: 0, right: 0 },
})

type Props = {
  field: FormField
  label: string
  hint?: string
  /** Type of the control. Invalid text in a number field is `NO_NUMBER` to the form. */
  type?: 'text' | 'email' | 'password' | 'tel' | 'number'
  /** The least number. */
  min?: number
  /** The keys that a phone shows. */
  inputMode?: 'numeric' | 'email' | 'tel'
  autoComplete?: string
  /** For screen readers. No asterisk: in these short forms the few optional fields say so in their label. */
  required?: boolean
  autoFocus?: boolean
  /** No corrections by default, as for names and addresses. 'sentences' is prose; 'browser' leaves both to the browser. */
  autoCapitalize?: 'none' | 'words' | 'sentences' | 'browser'
  /** Several lines. */
  isLong?: boolean
  end?: ReactNode
}

/** One labelled line of text (or a few), with its error or hint under it. */
export function TextField(props: Props) {
  const { field, label, hint, type = 'text', autoCapitalize = 'none', isLong = false, end } = props
  const isNumber = type === 'number'
  const isProse = autoCapitalize === 'sentences'
  const capitals = autoCapitalize === 'browser' ? {} : { autoCapitalize, autoCorrect: isProse ? 'on' : 'off' }
  const take = ({ validity, value }: HTMLInputElement | HTMLTextAreaElement) =>
    field.change(validity.badInput ? NO_NUMBER : value)
  const ofBoth = {
    ...controlProps(field, hint),
    autoComplete: props.autoComplete ?? 'off',
    autoFocus: props.autoFocus,
    'aria-required': props.required,
    spellCheck: isProse || isLong,
    ...capitals,
  }
  const ofNumber: ComponentProps<'input'> = {
    // The value of what is no number is empty: to React, which compares values, nothing has changed then.
    onInput: ({ currentTarget }) => take(currentTarget),
    // The wheel scrolls the page: in a field with the focus it would change the number.
    onWheel: ({ currentTarget }) => currentTarget.blur(),
  }
  const line = () => (
    <Line
      {...ofBoth}
      type={type}
      // React leaves invalid text in a number field.
      {...(isNumber && field.value === NO_NUMBER && field.initial === undefined && { value: '' })}
      inputMode={props.inputMode}
      min={props.min}
      onChange={({ target }) => take(target)}
      {...(isNumber && ofNumber)}
    />
  )
  return (
    <Labelled field={field} label={label} hint={hint}>
      {isLong ? (
        <Lines {...ofBoth} rows={3} onChange={({ target }) => take(target)} />
      ) : end ? (
        <WithEnd>
          {line()}
          {end}
        </WithEnd>
      ) : (
        line()
      )}
    </Labelled>
  )
}
