import { styled } from '@mui/material/styles'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'

const Place = styled('span')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.tooltip,
  // The gap belongs to the hint, so that the pointer does not leave it on its way there.
  paddingLeft: 8,
  transform: 'translateY(-50%)',
  '& > span': {
    display: 'block',
    padding: '6px 10px',
    borderRadius: 6,
    fontSize: '0.8125rem',
    whiteSpace: 'nowrap',
    color: theme.vars.palette.background.paper,
    backgroundColor: theme.vars.palette.text.primary,
  },
}))

type Props = {
  /** Null: the label is in the line itself. */
  text: string | null
  children: ReactNode
}

/**
 * Shows a label beside a sidebar line on hover or focus, until Escape. It is visual only: the line has its own name.
 * MUI's tooltip would be an eighth of the dashboard's code.
 */
export function HintedItem({ text, children }: Props) {
  const [at, setAt] = useState<{ top: number; left: number } | null>(null)
  const show = (line: Element) => {
    const { top, height, right: left } = line.getBoundingClientRect()
    setAt({ top: top + height / 2, left })
  }
  const hide = () => setAt(null)
  const onFocus = ({ currentTarget, target }: FocusEvent) => {
    if (target.matches(':focus-visible')) show(currentTarget)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') hide()
  }
  return (
    <li
      onPointerEnter={({ currentTarget }) => show(currentTarget)}
      onPointerLeave={hide}
      onFocus={onFocus}
      onBlur={hide}
      onKeyDown={onKeyDown}
    >
      {children}
      {text !== null &&
        at &&
        // In the page's own layer: sticky parts of the page would cover it in the sidebar's.
        createPortal(
          <Place aria-hidden="true" style={at}>
            <span>{text}</span>
          </Place>,
          document.body,
        )}
    </li>
  )
}
