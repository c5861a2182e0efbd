import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useDeferredValue, useLayoutEffect, useRef } from 'react'
import type { Appointment } from '../../../../contract/appointments.ts'
import { mayAtom } from '../../../session/rights.ts'
import { TARGET_PX } from '../../../theme/theme-components.ts'
import { useClinicNow } from '../state/use-clinic-now.ts'
import { prefetchDialogs } from '../visit/details/dialogs.ts'
import { MoreButton } from '../visit/more-button.tsx'
import { NextStep } from '../visit/next-step.tsx'
import { StepButton } from '../visit/step-button.tsx'
import { useStepRules } from '../visit/use-step-rules.ts'
import { visitStateOf } from '../visit/visit-state.ts'

const Buttons = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  // Of the buttons, also before they are there.
  minHeight: TARGET_PX,
  // The text determines the height of a row, not the buttons.
  margin: '-4px 0',
})

/**
 * The next step as a button, the rest in a menu. They come right after the row itself, which is there to be read first
 * and has the same size without them. Needs `ActionSurfaces` on the page.
 */
export function RowActions({ of: row }: { of: Appointment }) {
  const buttons = useRef<HTMLSpanElement>(null)
  const isReadable = useDeferredValue(true, false)
  useLayoutEffect(() => {
    const here = buttons.current
    return () => handOnFocus(here)
  }, [])
  return (
    <Buttons
      ref={buttons}
      data-row-actions
      data-first={0}
      onPointerEnter={prefetchDialogs}
      onFocus={prefetchDialogs}
    >
      {isReadable && <RowStep of={row} />}
      {isReadable && <MoreButton of={row} />}
    </Buttons>
  )
}

/** A row that leaves the list with the focus in it, as a confirmed one leaves the pending ones, passes it to the next. */
function handOnFocus(from: HTMLElement | null): void {
  if (!from?.contains(document.activeElement)) return
  const row = from.closest('tr, li')
  for (const other of [row?.nextElementSibling, row?.previousElementSibling]) {
    const button = other?.querySelector<HTMLElement>('[data-row-actions] button')
    button?.focus()
    if (button) return
  }
}

/** The next step of a visit, if there is one: what waits is confirmed first. */
function RowStep({ of: row }: { of: Appointment }) {
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
