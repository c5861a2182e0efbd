import { styled } from '@mui/material/styles'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'

const Fields = styled('form')({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
})

// For the ears: the eye sees the fields in their colour, and the first of them has the focus.
const Wrong = styled('p')({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})

type Props = {
  form: { element: RefObject<HTMLFormElement | null>; submit: () => void; wrong: number }
  label?: string
  children: ReactNode
}

/** The form element of `useForm`: Enter sends it, and the browser's own checks are off, since ours say more. */
export function Form({ form, label, children }: Props) {
  const { t } = useTranslation()
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
      {/* There before there is anything to say, or a screen reader would miss it. */}
      <Wrong role="status">{form.wrong > 0 && t('fieldsWrong', { count: form.wrong })}</Wrong>
      {children}
    </Fields>
  )
}
