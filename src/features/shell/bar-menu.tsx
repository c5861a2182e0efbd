import Menu from '@mui/material/Menu'
import Popover from '@mui/material/Popover'
import { type ReactNode, useId, useState } from 'react'
import { TARGET_PX } from '../../theme/theme-components.ts'
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

/** The button, and what belongs to whatever it opens under itself. */
function useOpener({ label, sign, className }: Props, opens: 'menu' | 'dialog') {
  const id = useId()
  const [anchorEl, setAnchorEl] = useState<HTMLElement | null>(null)
  const isOpen = anchorEl !== null
  const close = () => setAnchorEl(null)
  const button = (
    <BarButton
      type="button"
      className={className}
      aria-label={label}
      title={label}
      aria-haspopup={opens}
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      onClick={(event) => setAnchorEl(event.currentTarget)}
    >
      {sign}
    </BarButton>
  )
  return { button, popup: { id, anchorEl, open: isOpen, onClose: close, ...below }, close }
}

/** A button of the top bar that opens a menu: a list of commands, walked through with the arrow keys. */
export function BarMenu({ children, ...props }: Props & { children: (close: () => void) => ReactNode }) {
  const { button, popup, close } = useOpener(props, 'menu')
  return (
    <>
      {button}
      <Menu
        {...popup}
        slotProps={{
          list: { 'aria-label': props.label },
          // It stands outside of the page's regions, so that it is one of its own.
          paper: { role: 'region', 'aria-label': props.label, sx: MENU },
        }}
      >
        {children(close)}
      </Menu>
    </>
  )
}

/** A button of the top bar that opens a small window with content of any kind. */
export function BarPopup({
  title,
  children,
  ...props
}: Props & { title: string; children: (close: () => void) => ReactNode }) {
  const { button, popup, close } = useOpener(props, 'dialog')
  return (
    <>
      {button}
      <Popover {...popup} slotProps={{ paper: { role: 'dialog', 'aria-label': title, sx: { width: 360 } } }}>
        {children(close)}
      </Popover>
    </>
  )
}
