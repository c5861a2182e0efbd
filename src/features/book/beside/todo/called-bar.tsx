import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Todo } from '../../../../../contract/todo.ts'
import { UNDO_MS } from '../../visit/undo-bar.tsx'

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 48,
  padding: '0 4px 0 16px',
  overflowWrap: 'anywhere',
  color: theme.vars.palette.background.paper,
  backgroundColor: theme.vars.palette.text.primary,
  '& > span': { flex: 1 },
  '& button': { flex: 'none', color: 'inherit' },
  '& button:focus-visible': { outlineColor: 'currentColor' },
}))

type Props = { of: Todo | null; onUndo: () => void; onClose: () => void }

/** Who was taken off the list last, with 'Undo' for a while. */
export function CalledBar({ of: todo, onUndo, onClose }: Props) {
  const { t } = useTranslation('todo')
  const end = useRef(onClose)
  useEffect(() => {
    end.current = onClose
  })
  useEffect(() => {
    if (!todo) return
    const timer = setTimeout(() => end.current(), UNDO_MS)
    return () => clearTimeout(timer)
  }, [todo])
  return (
    // Present before the first message, or a screen reader would miss it.
    <div aria-live="polite">
      {todo && (
        <Bar>
          <span>{t('calledWas', { name: todo.appointment.name })}</span>
          <Button variant="text" onClick={onUndo}>
            {t('undo')}
          </Button>
          <IconButton aria-label={t('closeMessage')} onClick={onClose}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </Bar>
      )}
    </div>
  )
}
