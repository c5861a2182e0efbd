import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { bookingAtom } from '../booking-atom.ts'

const Form = styled('form')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 })

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

// There before there is anything to say, or a screen reader would miss it.
const Wrong = styled('p')(({ theme }) => ({
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
}))

type Props = {
  onPrevious: () => void
  onNext: () => void
  /** The word on the button that goes on. */
  next: string
  busy?: boolean
  /** What is said beside the buttons, for as long as it holds. */
  note?: ReactNode
  children: ReactNode
}

/** A step with its Previous and Next; Enter in a field means Next. The browser's own checks are off: ours say more. */
export function StepForm({ onPrevious, onNext, next, busy = false, note, children }: Props) {
  const { t } = useTranslation(['booking', 'common'])
  const { errors } = useAtomValue(bookingAtom)
  const count = Object.values(errors).filter(Boolean).length
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onNext()
      }}
    >
      {children}
      <Foot>
        {/* How many fields are wrong: on a phone the first has the focus, and the others may be out of sight. */}
        <Wrong role="status">{count > 0 && t('common:fieldsWrong', { count })}</Wrong>
        {note}
        <Buttons>
          <Button variant="outlined" disabled={busy} onClick={onPrevious}>
            {t('nav.previous')}
          </Button>
          {/* Not disabled while busy: the focus would be lost, and a second press does nothing anyway. */}
          <Button variant="contained" type="submit" aria-disabled={busy} aria-busy={busy}>
            {next}
          </Button>
        </Buttons>
      </Foot>
    </Form>
  )
}
