import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Blocker } from '../../../contract/blockers.ts'
import { whenIdle } from '../../device/when-idle.ts'
import { useStoredState } from '../../session/open-forms.ts'
import { blockerReachAtom, writesEverywhereAtom } from '../../session/rights.ts'
import { DataState } from '../../ui/data-state.tsx'
import { lazyModule, prefetch } from '../../ui/lazy.tsx'
import { useMessages } from '../../ui/messages.ts'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { useDisabledReason } from '../../ui/use-disabled-reason.ts'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { BlockerList } from './blocker-list.tsx'
import { REASON_ID, useDisabled } from './use-disabled.ts'

/* The list loads without its dialogs and their pickers. Pickers wait for the language of the page. */
const blockerDialog = lazyModule(async () => {
  const { BlockerDialog, preparePickers } = await import('./blocker-dialog.tsx')
  await preparePickers()
  return BlockerDialog
})
const deleteDialog = lazyModule(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
const holidaysDialog = lazyModule(async () => {
  const { HolidaysDialog, preparePickers } = await import('./holidays-dialog.tsx')
  await preparePickers()
  return HolidaysDialog
})

const prefetchDialogs = () => prefetch(blockerDialog, deleteDialog, holidaysDialog)

const Page = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 })

const Top = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  // The state of the data is at the end, also alone in its line.
  '& > p': { marginInlineStart: 'auto' },
})

const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 12,
  '& > [aria-disabled=true]': {
    color: theme.vars.palette.text.secondary,
    borderColor: theme.vars.palette.divider,
    backgroundColor: 'transparent',
    cursor: 'not-allowed',
  },
  [theme.breakpoints.down('sm')]: { '& > button': { flex: '1 1 auto' } },
}))

type Open =
  | { dialog: 'form'; blocker: Blocker | null }
  | { dialog: 'delete'; blocker: Blocker }
  | { dialog: 'holidays' }

export function ConfigPage() {
  const { t } = useTranslation('blockers')
  const { clear, notify } = useMessages()
  // Earlier messages were about the page before.
  useEffect(() => clear(), [clear])
  useEffect(() => whenIdle(prefetchDialogs), [])
  const [open, setOpen] = useStoredState<Open | null>('config dialog', null)
  const [updatedAt, setUpdatedAt] = useState(0)
  const addButton = useRef<HTMLButtonElement>(null)
  const disabledReason = useDisabledReason()
  const disabled = useDisabled()
  const mayWrite = useAtomValue(blockerReachAtom) !== null
  const writesEverywhere = useAtomValue(writesEverywhereAtom)
  const close = () => setOpen(null)
  const show = (next: Open) => {
    if (disabledReason) return notify('info', t(`cannot.${disabledReason}`))
    // Dialogs show their own messages; earlier ones do not belong there.
    clear()
    setOpen(next)
  }
  const add = () => show({ dialog: 'form', blocker: null })
  const BlockerDialog = useLazyPart(blockerDialog, open?.dialog === 'form', close)
  const DeleteDialog = useLazyPart(deleteDialog, open?.dialog === 'delete', close)
  const HolidaysDialog = useLazyPart(holidaysDialog, open?.dialog === 'holidays', close)
  return (
    <Page>
      <Top>
        <h1>{t('title')}</h1>
        <DataState updatedAt={updatedAt} />
      </Top>
      <Actions onPointerEnter={prefetchDialogs} onFocus={prefetchDialogs}>
        <span id={REASON_ID} hidden>
          {disabledReason && t(`cannot.${disabledReason}`)}
        </span>
        {/* Holidays count at all locations. */}
        {writesEverywhere && (
          <Button
            variant="outlined"
            startIcon={<CalendarDays size={20} aria-hidden="true" />}
            {...disabled}
            onClick={() => show({ dialog: 'holidays' })}
          >
            {t('addHolidays')}
          </Button>
        )}
        {mayWrite && (
          <Button
            ref={addButton}
            variant="contained"
            startIcon={<Plus size={20} aria-hidden="true" />}
            {...disabled}
            onClick={add}
          >
            {t('add')}
          </Button>
        )}
      </Actions>
      <StatusAlert />
      <BlockerList
        onAdd={add}
        onEdit={(blocker) => show({ dialog: 'form', blocker })}
        onDelete={(blocker) => show({ dialog: 'delete', blocker })}
        onNear={prefetchDialogs}
        onUpdated={setUpdatedAt}
      />
      {open?.dialog === 'form' && BlockerDialog && <BlockerDialog blocker={open.blocker} onClose={close} />}
      {open?.dialog === 'delete' && DeleteDialog && (
        <DeleteDialog blocker={open.blocker} onClose={close} onDeleted={() => addButton.current?.focus()} />
      )}
      {open?.dialog === 'holidays' && HolidaysDialog && <HolidaysDialog onClose={close} />}
    </Page>
  )
}
