import { styled } from '@mui/material/styles'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { unseen } from '../../theme/unseen.ts'

const Fields = styled('form')({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
})

type WrongProps = { count: number; className?: string }

/** Present while empty, or a screen reader would miss the text. */
export function WrongFields({ count, className }: WrongProps) {
  const { t } = useTranslation()
  return (
    <p role="status" className={className}>
      {count > 0 && t('fieldsWrong', { count })}
    </p>
  )
}

// For screen readers: on screen the fields are marked, and the first one has the focus.
const UnseenWrongFields = styled(WrongFields)({
  ...unseen,
  whiteSpace: 'nowrap',
})

type Props = {
  form: { element?: RefObject<HTMLFormElement | null> | undefined; submit: () => void; wrong: number }
  label?: string
  /** The children show the number of wrong fields. */
  showsWrong?: boolean
  children: ReactNode
}

/**
 * Turns off the browser's own checks, since our messages say more. `method="dialog"`: without a script nothing is
 * sent, and no typed value gets into an address.
 */
export function Form({ form, label, showsWrong = false, children }: Props) {
  return (
    <Fields
      ref={form.element}
      noValidate
      method="dialog"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {!showsWrong && <UnseenWrongFields count={form.wrong} />}
      {children}
    </Fields>
  )
}
