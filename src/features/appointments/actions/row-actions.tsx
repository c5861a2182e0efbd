import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useDeferredValue, useLayoutEffect, useRef } from 'react'
import type { Appointment } from '../../../../contract/appointments.ts'
import { mayAtom } from '../../../session/rights.ts'
import { prefetchDialogs } from './lazy-dialogs.ts'
import { MoreButton } from './more-button.tsx'
import { NextStep } from './next-step.tsx'

const Buttons = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  // The text determines the height of a row, not the buttons.
  margin: '-4px 0',
  // In a table they show on hover or focus; a touch screen has no hover.
  '@media (hover: hover)': {
    'tbody tr &': { opacity: 0, pointerEvents: 'none' },
    'tbody tr:is(:hover, :focus-within) &, tbody tr &:has([aria-expanded=true])': {
      opacity: 1,
      pointerEvents: 'auto',
    },
  },
})

/**
 * The next step as a button, the rest in a menu. They come right after the row itself, which is there to be read first
 * and has the same size without them. Needs `ActionSurfaces` on the page.
 */
export function RowActions({ of: row }: { of: Appointment }) {
  const mayWrite = useAtomValue(mayAtom)('book.write')
  const buttons = useRef<HTMLSpanElement>(null)
  const isReadable = useDeferredValue(true, false)
  useLayoutEffect(() => {
    const here = buttons.current
    return () => handOnFocus(here)
  }, [])
  return (
    <Buttons ref={buttons} data-row-actions onPointerEnter={prefetchDialogs} onFocus={prefetchDialogs}>
      {isReadable && mayWrite && row.status !== 'cancelled' && <NextStep of={row} />}
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
