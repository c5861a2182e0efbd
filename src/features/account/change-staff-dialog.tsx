import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { StaffRow } from '../../../contract/staff.ts'
import { messageFor } from '../../api/api-error.ts'
import { changeStaff, staffQueries } from '../../api/staff.ts'
import { useMessages } from '../../ui/messages.ts'

/** Asks, naming the person, before an account is disabled or enabled. */
export function ChangeStaffDialog({ row, onClose }: { row: StaffRow; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const disables = row.state !== 'disabled'
  const name = row.displayName
  const verb = disables ? 'disable' : 'enable'
  const change = useMutation({
    mutationFn: () => changeStaff(row.id, disables),
    onSuccess: () => notify('success', t(disables ? 'change.disabled' : 'change.enabled', { name })),
    onError: (error) => notify('error', messageFor(error, t('change.failed'))),
    // After a lost answer too: it may have been done.
    onSettled: () => {
      onClose()
      return queries.invalidateQueries({ queryKey: staffQueries.all() })
    },
  })
  return (
    <Dialog open onClose={() => !change.isPending && onClose()} aria-labelledby="change-staff" maxWidth="xs">
      <DialogTitle id="change-staff">{t(`change.${verb}`, { name })}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t(`change.${verb}Text`, { name })}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" disabled={change.isPending} onClick={onClose}>
          {t('change.keep')}
        </Button>
        <Button
          variant="contained"
          color={disables ? 'error' : 'primary'}
          aria-disabled={change.isPending}
          onClick={() => {
            if (change.isPending) return
            clear()
            change.mutate()
          }}
        >
          {change.isPending ? t('change.busy') : t(`staff.${verb}`)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
