import { useAtomValue } from 'jotai'
import { useLayoutEffect, useRef } from 'react'
import type { Appointment } from '../../../../contract/appointments.ts'
import { mayAtom } from '../../../session/rights.ts'
import { useClinicNow } from '../state/use-clinic-now.ts'
import { NextStep } from '../visit/next-step.tsx'
import { StepButton } from '../visit/step-button.tsx'
import { useStepRules } from '../visit/use-step-rules.ts'
import { visitStateOf } from '../visit/visit-state.ts'

/** The next step of a visit, if there is one: what waits is confirmed first. */
export function RowStep({ of: row }: { of: Appointment }) {
  const mayConfirm = useAtomValue(mayAtom)('book.write')
  const stepRules = useStepRules()
  const { at: now } = useClinicNow()
  if (mayConfirm && visitStateOf(row, now) === 'pending') {
    return (
      <HandsOnFocus key="confirm">
        <NextStep of={row} />
      </HandsOnFocus>
    )
  }
  const step = stepRules(row, now)
  return (
    step && (
      <HandsOnFocus key={step}>
        <StepButton of={row} step={step} isDue />
      </HandsOnFocus>
    )
  )
}

/** A step that is done passes the focus to the button beside it. */
function HandsOnFocus({ children }: { children: React.ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const here = place.current
    return () => {
      if (!here?.contains(document.activeElement)) return
      here.parentElement?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus()
    }
  }, [])
  return <span ref={place}>{children}</span>
}
