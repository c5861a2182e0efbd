import Menu from '@mui/material/Menu'
import Popover from '@mui/material/Popover'
import { type ReactNode, useId, useState } from 'react'
import { TARGET_PX } from '../../app/theme-components.ts'
import { BarButton } from './bars.ts'

type Props = {
  /** What the button says to those who do not see it, or see only its icon. */
  label: string
  /** What is on the button. */
  sign: ReactNode
  /** Class of the button, for a `styled` around it. */
  className?: string
}

const MENU = {
  minWidth: 200,
  maxWidth: 'min(320px, 100vw - 16px)',
  '& .MuiMenuItem-root': { gap: 1.5, minHeight: TARGET_PX, fontSize: '0.875rem' },
}

const below = {
  anchorOrigin: { vertical: 'bottom', horizontal: 'right' },
  transformOrigin: { vertical: 'top', horizontal: 'right' },
  marginThreshold: 8,
} as const

/** A button of the top bar that opens a menu: a list of commands, walked through with the arrow keys. */
export function BarMenu({
  label,
  sign,
  className,
  children,
}: Props & { children: (close: () => void) => ReactNode }) {
  const id = useId()
  const [button, setButton] = useState<HTMLElement | null>(null)
  const close = () => setButton(null)
  return (
    <>
      <BarButton
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={Boolean(button)}
        aria-controls={button ? id : undefined}
        onClick={(event) => setButton(event.currentTarget)}
      >
        {sign}
      </BarButton>
      <Menu
        id={id}
        anchorEl={button}
        open={Boolean(button)}
        onClose={close}
        slotProps={{
          list: { 'aria-label': label },
          // It stands outside of the page's regions, so that it is one of its own.
          paper: { role: 'region', 'aria-label': label, sx: MENU },
        }}
        {...below}
      >
        {children(close)}
      </Menu>
    </>
  )
}

/** A button of the top bar that opens a small window with content of any kind. */
export function BarPopup({
  label,
  title,
  sign,
  className,
  children,
}: Props & { title: string; children: (close: () => void) => ReactNode }) {
  const id = useId()
  const [button, setButton] = useState<HTMLElement | null>(null)
  const close = () => setButton(null)
  return (
    <>
      <BarButton
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={Boolean(button)}
        aria-controls={button ? id : undefined}
        onClick={(event) => setButton(event.currentTarget)}
      >
        {sign}
      </BarButton>
      <Popover
        id={id}
        anchorEl={button}
        open={Boolean(button)}
        onClose={close}
        slotProps={{ paper: { role: 'dialog', 'aria-label': title, sx: { width: 360 } } }}
        {...below}
      >
        {children(close)}
      </Popover>
    </>
  )
}
