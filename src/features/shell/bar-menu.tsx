import Menu from '@mui/material/Menu'
import Popover from '@mui/material/Popover'
import { type ReactNode, useId, useState } from 'react'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { BarButton } from './bars.ts'

type Props = {
  /** For screen readers; the button may show only an icon. */
  label: string
  sign: ReactNode
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
  // There at once: while it grew, a quick press fell between two entries.
  transitionDuration: 0,
} as const

function useOpener({ label, sign, className }: Props, opens: 'menu' | 'dialog') {
  const id = useId()
  const [anchorEl, setAnchorEl] = useState<HTMLElement | null>(null)
  // Rendered from its first opening on: closed, each would cost the start of the page as much as some rows of the list.
  const [wasOpened, setOpened] = useState(false)
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
      onClick={(event) => {
        setAnchorEl(event.currentTarget)
        setOpened(true)
      }}
    >
      {sign}
    </BarButton>
  )
  return { button, popup: wasOpened && { id, anchorEl, open: isOpen, onClose: close, ...below }, close }
}

/** A list of commands, used with the arrow keys. */
export function BarMenu({ children, ...props }: Props & { children: (close: () => void) => ReactNode }) {
  const { button, popup, close } = useOpener(props, 'menu')
  return (
    <>
      {button}
      {popup && (
        <Menu
          {...popup}
          slotProps={{
            list: { 'aria-label': props.label },
            // It is outside of the page's regions, so it is one of its own.
            paper: { role: 'region', 'aria-label': props.label, sx: MENU },
          }}
        >
          {children(close)}
        </Menu>
      )}
    </>
  )
}

/** A small window with content of any kind. */
export function BarPopup({
  title,
  children,
  ...props
}: Props & { title: string; children: (close: () => void) => ReactNode }) {
  const { button, popup, close } = useOpener(props, 'dialog')
  return (
    <>
      {button}
      {popup && (
        <Popover
          {...popup}
          slotProps={{ paper: { role: 'dialog', 'aria-label': title, sx: { width: 360 } } }}
        >
          {children(close)}
        </Popover>
      )}
    </>
  )
}
