import { styled } from '@mui/material/styles'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'

const Place = styled('span')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.tooltip,
  // The space beside the words is a part of it: on its way there the pointer does not leave.
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
  /** Null: the words stand in the line itself. */
  text: string | null
  children: ReactNode
}

/**
 * A line of the sidebar whose words show beside it while the pointer or the focus is on it, until Escape. They are for
 * the eye: what is in the line has its name. MUI's own tooltip would be an eighth of the dashboard's code.
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
        // In the page's own layer: what sticks there would cover it in the sidebar's.
        createPortal(
          <Place aria-hidden="true" style={at}>
            <span>{text}</span>
          </Place>,
          document.body,
        )}
    </li>
  )
}
