import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTranslation } from 'react-i18next'
import type { Todo } from '../../../../../contract/todo.ts'
import { TARGET_PX } from '../../../../theme/theme-components.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { whatsAppLink } from '../whats-app-link.ts'

type Props = {
  of: Todo
  /** Null: closed. */
  anchor: HTMLElement | null
  onClose: () => void
  onNote: () => void
  onOff: () => void
  onMove: () => void
  onCancel: () => void
}

/** What is rarer than calling: a note, a chat, another time, none at all. */
export function TodoMenu({ of: todo, anchor, onClose, onNote, onOff, onMove, onCancel }: Props) {
  const { t } = useTranslation('todo')
  const disabledReason = useDisabledReason()
  const { name, phone, status } = todo.appointment
  const isWaiting = todo.kind === 'walk_in_waiting'
  const label = t('moreOf', { name })
  const isDisabled = disabledReason !== null
  const item = (text: string, act: () => void) => (
    <MenuItem
      sx={ITEM}
      // Not MUI's `disabled`: the arrow keys would skip it.
      aria-disabled={isDisabled}
      onClick={() => {
        if (isDisabled) return
        onClose()
        // The menu gives the focus back to what has opened it first.
        requestAnimationFrame(act)
      }}
    >
      {text}
    </MenuItem>
  )
  return (
    <Menu
      transitionDuration={0}
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        list: { 'aria-label': label },
        // It is outside of the page's regions, so it is one of its own.
        paper: { role: 'region', 'aria-label': label, sx: { border: 1, borderColor: 'divider' } },
      }}
    >
      {isWaiting ? item(t('off'), onOff) : item(t('withNote'), onNote)}
      {phone !== null && (
        <MenuItem
          sx={ITEM}
          component="a"
          href={whatsAppLink(phone, todo.text)}
          target="_blank"
          rel="noreferrer"
          onClick={onClose}
        >
          {t('whatsApp')}
        </MenuItem>
      )}
      {!isWaiting && status !== 'cancelled' && item(t('move'), onMove)}
      {!isWaiting && status !== 'cancelled' && item(t('cancel'), onCancel)}
    </Menu>
  )
}

const ITEM = { '&&': { minHeight: TARGET_PX }, fontSize: '0.875rem' } as const
