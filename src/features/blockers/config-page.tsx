import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CalendarDays, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Blocker } from '../../../contract/blockers.ts'
import { useMessages } from '../../ui/messages.ts'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { BlockerDialog } from './blocker-dialog.tsx'
import { BlockerList } from './blocker-list.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { HolidaysDialog } from './holidays-dialog.tsx'

const Page = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 })

const Top = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 12 },
  [theme.breakpoints.down('sm')]: { '& > div, & > div > button': { flex: '1 1 auto' } },
}))

type Open =
  | { dialog: 'form'; blocker: Blocker | null }
  | { dialog: 'delete'; blocker: Blocker }
  | { dialog: 'holidays' }

/** /config: the times when booking is unavailable, for admins. */
export function ConfigPage() {
  const { t } = useTranslation('blockers')
  const { clear } = useMessages()
  // What is still on screen was about the page before.
  useEffect(() => clear(), [clear])
  const [open, setOpen] = useState<Open | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(null)
  const show = (next: Open) => {
    // Dialogs show the messages of what is done in them; what was done before is not their matter.
    clear()
    setOpen(next)
  }
  const add = () => show({ dialog: 'form', blocker: null })
  return (
    <Page>
      <Top>
        <h1>{t('title')}</h1>
        <div>
          <Button
            variant="outlined"
            startIcon={<CalendarDays size={20} aria-hidden="true" />}
            onClick={() => show({ dialog: 'holidays' })}
          >
            {t('addHolidays')}
          </Button>
          <Button
            ref={addButton}
            variant="contained"
            startIcon={<Plus size={20} aria-hidden="true" />}
            onClick={add}
          >
            {t('add')}
          </Button>
        </div>
      </Top>
      <StatusAlert />
      <BlockerList
        onAdd={add}
        onEdit={(blocker) => show({ dialog: 'form', blocker })}
        onDelete={(blocker) => show({ dialog: 'delete', blocker })}
      />
      {open?.dialog === 'form' && <BlockerDialog blocker={open.blocker} onClose={close} />}
      {open?.dialog === 'delete' && (
        <DeleteDialog blocker={open.blocker} onClose={close} onDeleted={() => addButton.current?.focus()} />
      )}
      {open?.dialog === 'holidays' && <HolidaysDialog onClose={close} />}
    </Page>
  )
}
