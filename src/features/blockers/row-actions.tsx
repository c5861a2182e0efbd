import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash'
import { useTranslation } from 'react-i18next'
import type { Blocker } from '../../../contract/blockers.ts'
import { reachesBlocker } from '../../../domain/rights.ts'
import { blockerReachAtom } from '../../session/rights.ts'
import { useDisabled } from './use-disabled.ts'

const Buttons = styled('span')({
  display: 'inline-flex',
  gap: 4,
  margin: '-4px -10px',
  '& > [aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
})

export type RowHandlers = {
  onEdit: (blocker: Blocker) => void
  onDelete: (blocker: Blocker) => void
  /** Somebody is about to press one of them. */
  onNear: () => void
}

export function RowActions({ blocker, onEdit, onDelete, onNear }: { blocker: Blocker } & RowHandlers) {
  const { t } = useTranslation('blockers')
  const disabled = useDisabled()
  const reach = useAtomValue(blockerReachAtom)
  // The list has more than one may write: those of all locations, and for a doctor those of the location.
  if (!reach || !reachesBlocker(reach, blocker)) return null
  const name = blocker.description
  return (
    <Buttons onPointerEnter={onNear} onFocus={onNear}>
      <IconButton
        aria-label={t('editOf', { name })}
        title={t('edit')}
        {...disabled}
        onClick={() => onEdit(blocker)}
      >
        <Pencil size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        aria-label={t('deleteOf', { name })}
        title={t('delete')}
        {...disabled}
        onClick={() => onDelete(blocker)}
      >
        <Trash size={18} aria-hidden="true" />
      </IconButton>
    </Buttons>
  )
}
