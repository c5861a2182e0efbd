import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type MouseEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { VisitSign } from '../../../ui/visit-sign.tsx'
import { part } from '../state/parts.ts'
import { useChanges } from '../state/use-changes.ts'
import { useNaming } from '../state/use-naming.ts'
import { useNotices } from '../state/use-notices.ts'
import type { VisitStep } from './visit-state.ts'

/** A second press within this time, in milliseconds, counts as a double press: it would be of the step after. */
const DOUBLE_PRESS_MS = 600

/** Above what opens the visit, which covers its row. */
const InRow = styled(Button)({
  position: 'relative',
  padding: '4px 12px',
  fontSize: '0.875rem',
  whiteSpace: 'nowrap',
})

type Props = {
  of: Appointment
  step: VisitStep
  isDue: boolean
  /** Compact form in a block, which styles it. */
  isCompact?: boolean
}

/** The next step of a visit, by one press. Without a connection it says why not. */
export function StepButton({ of: row, step, isDue, isCompact = false }: Props) {
  const { t } = useTranslation('appointments')
  const changes = useChanges()
  const notify = useNotices()
  const disabledReason = useDisabledReason()
  const naming = useNaming()
  const lastPress = useRef(Number.NEGATIVE_INFINITY)
  const press = (event: MouseEvent) => {
    // The browser counts the clicks of a mouse.
    const { nativeEvent } = event
    const byMouse = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse'
    const isSecond = byMouse ? event.detail > 1 : event.timeStamp - lastPress.current < DOUBLE_PRESS_MS
    lastPress.current = event.timeStamp
    if (isSecond) return
    if (disabledReason) notify({ kind: 'cannot', why: disabledReason })
    else void changes.set(row, { kind: 'visit', visit: step })
  }
  const word = t(`visit.${step}`)
  const common = {
    type: 'button',
    'aria-label': t('visit.stepOf', { step: word, who: naming(row) }),
    'aria-disabled': disabledReason !== null,
    title: disabledReason ? t(`actions.${disabledReason}`) : undefined,
    onClick: press,
  } as const
  if (!isCompact) {
    return (
      <InRow variant="outlined" startIcon={<VisitSign of={step} size={16} />} {...common}>
        {word}
      </InRow>
    )
  }
  return (
    <button className="step" {...part('step')} tabIndex={-1} data-due={isDue} {...common}>
      <VisitSign of={step} />
      {word}
    </button>
  )
}
