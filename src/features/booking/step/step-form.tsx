import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, WrongFields } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { bookingAtom } from '../state/booking-atom.ts'

const Foot = styled('div')(({ theme }) => ({
  // On phones they stay at the thumb. Sticky, not fixed: at the end of the page they take their own room
  // and cover no field; what the focus scrolls to keeps clear of them by the theme's scroll padding.
  [theme.breakpoints.down('sm')]: {
    position: 'sticky',
    bottom: 0,
    zIndex: 2,
    margin: '0 -16px',
    padding: '12px 16px calc(12px + env(safe-area-inset-bottom))',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    backgroundColor: theme.vars.palette.background.default,
  },
}))

// In sight: on a phone the first wrong field has the focus, and the others may be out of sight.
const Wrong = styled(WrongFields)(({ theme }) => ({
  '&:not(:empty)': { marginBottom: '8px' },
  fontSize: '0.875rem',
  fontWeight: 600,
  color: theme.vars.palette.error.main,
}))

const Buttons = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 12,
  [theme.breakpoints.down('sm')]: { '& > *': { flex: '1 1 0' } },
  // Pressed before the app was there (public/early.js).
  '[data-pressed] & > [type=submit]': { cursor: 'progress', opacity: 0.7 },
}))

type Props = {
  onPrevious: () => void
  onNext: () => void
  label?: string
  /** The word on the button that goes on. */
  next: string
  busy?: boolean
  /** Status beside the buttons. */
  note?: ReactNode
  children: ReactNode
  ref?: RefObject<HTMLFormElement | null>
}

/** A step with its Previous and Next; Enter in a field means Next. */
export function StepForm({ label, onPrevious, onNext, next, busy = false, note, children, ref }: Props) {
  const { t } = useTranslation('booking')
  const { errors } = useAtomValue(bookingAtom)
  const wrong = Object.values(errors).filter(Boolean).length
  const submit = () => {
    if (!busy) onNext()
  }
  return (
    <Form form={{ element: ref, submit, wrong }} label={label} showsWrong>
      {children}
      <Foot>
        <Wrong count={wrong} />
        {note}
        <Buttons>
          <Button variant="outlined" disabled={busy} onClick={onPrevious}>
            {t('nav.previous')}
          </Button>
          <SubmitButton busy={busy} busyText={next}>
            {next}
          </SubmitButton>
        </Buttons>
      </Foot>
    </Form>
  )
}
