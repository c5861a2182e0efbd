import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { StaffRow } from '../../../contract/staff.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { changeStaff, staffQueries, withdrawInvitation } from '../../api/staff.ts'
import { messageFor } from '../../http/message-for.ts'
import { DialogBody, DialogButtons, DialogIntro } from '../../ui/dialog-body.tsx'
import { useMessages } from '../../ui/messages.ts'

export const VERBS = { active: 'disable', disabled: 'enable', invited: 'withdraw' } as const

const CHANGES = {
  disable: (id: string) => changeStaff(id, true),
  enable: (id: string) => changeStaff(id, false),
  withdraw: withdrawInvitation,
}

export function ChangeStaffDialog({ row, onClose }: { row: StaffRow; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const name = row.displayName
  const verb = VERBS[row.state]
  const change = useMutation({
    mutationFn: () => CHANGES[verb](row.id),
    onSuccess: () => notify('success', t(`change.${verb}Done`, { name })),
    onError: (error) => notify('error', messageFor(error, t('change.failed'))),
    // After a lost answer too: it may have been done.
    onSettled: () => {
      onClose()
      return refetchChanged(queries, staffQueries.all())
    },
  })
  return (
    <Dialog open onClose={() => !change.isPending && onClose()} aria-labelledby="change-staff" maxWidth="xs">
      <DialogBody>
        <DialogIntro>
          <h2 id="change-staff">{t(`change.${verb}`, { name })}</h2>
          <p>{t(`change.${verb}Text`, { name })}</p>
        </DialogIntro>
        <DialogButtons>
          <Button variant="outlined" disabled={change.isPending} onClick={onClose}>
            {t('change.keep')}
          </Button>
          <Button
            variant="contained"
            color={verb === 'enable' ? 'primary' : 'error'}
            aria-disabled={change.isPending}
            onClick={() => {
              if (change.isPending) return
              clear()
              change.mutate()
            }}
          >
            {change.isPending ? t('change.busy') : t(`staff.${verb}`)}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}
