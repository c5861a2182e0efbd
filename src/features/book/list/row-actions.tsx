import { styled } from '@mui/material/styles'
import { useDeferredValue, useLayoutEffect, useRef } from 'react'
import type { Appointment } from '../../../../contract/appointments.ts'
import { TARGET_PX } from '../../../theme/theme-components.ts'
import { prefetchDialogs } from '../visit/details/dialogs.ts'
import { MoreButton } from '../visit/more-button.tsx'
import { RowStep } from './row-step.tsx'

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
