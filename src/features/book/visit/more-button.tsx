import IconButton from '@mui/material/IconButton'
import { useAtomValue, useSetAtom } from 'jotai'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { useNaming } from '../state/use-naming.ts'
import { ROW_MENU_ID, rowMenuAtom } from './row-menu-atom.ts'

const ICON_PX = 18

export function MoreButton({ of: row }: { of: Appointment }) {
  const { t } = useTranslation('appointments')
  const naming = useNaming()
  const setMenu = useSetAtom(rowMenuAtom)
  const isOpen = useAtomValue(rowMenuAtom)?.row.id === row.id

  useEffect(() => {
    // Somebody else changed the row meanwhile: the menu offers what is possible now.
    setMenu((open) => (open?.row.id === row.id ? { ...open, row } : open))
  }, [row, setMenu])

  return (
    <IconButton
      aria-label={t('actions.moreOf', { who: naming(row) })}
      title={t('actions.more')}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-controls={isOpen ? ROW_MENU_ID : undefined}
      onClick={({ currentTarget: opener }) => {
        const { bottom: top, right: left } = opener.getBoundingClientRect()
        setMenu({ row, opener, at: { top, left } })
      }}
    >
      <EllipsisVertical size={ICON_PX} aria-hidden="true" />
    </IconButton>
  )
}
