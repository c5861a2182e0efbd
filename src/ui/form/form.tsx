import { styled } from '@mui/material/styles'
import type { ReactNode, RefObject } from 'react'

const Fields = styled('form')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 })

type Props = {
  form: { element: RefObject<HTMLFormElement | null>; submit: () => void }
  label?: string
  children: ReactNode
}

/** The form element of `useForm`: Enter sends it, and the browser's own checks are off, since ours say more. */
export function Form({ form, label, children }: Props) {
  return (
    <Fields
      ref={form.element}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {children}
    </Fields>
  )
}
