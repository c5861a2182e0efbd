import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { StaffRow } from '../../../contract/staff.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { changeAccess, staffQueries } from '../../api/staff.ts'
import { messageFor } from '../../http/message-for.ts'
import { DialogBody, DialogButtons, DialogIntro, DialogMessages } from '../../ui/dialog-body.tsx'
import { Columns } from '../../ui/form/columns.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useMessages } from '../../ui/messages.ts'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { AccessFields } from './access-fields.tsx'
import { accessWire, checkAccess } from './access-form.ts'

/** Changes what an account may: type, locations, column. */
export function AccessDialog({ row, onClose }: { row: StaffRow; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const name = row.displayName
  const form = useForm({
    initial: {
      type: row.type as string,
      location: row.location ?? '',
      locations: row.locations.join(','),
      doctorId: row.doctorId ?? '',
    },
    check: checkAccess,
    messages: useFieldMessages('account'),
    send: async (values) => {
      clear()
      // After a lost answer too: it may have been done.
      await changeAccess(row.id, accessWire(values)).finally(() => {
        void refetchChanged(queries, staffQueries.all())
      })
      onClose()
      notify('success', t('access.done', { name }))
    },
    failed: (error) => notify('error', messageFor(error, t('change.failed'))),
  })
  const close = () => {
    if (form.busy) return
    clear()
    onClose()
  }
  return (
    <FormDialog labelledBy="change-access" onClose={close}>
      <DialogBody>
        <DialogIntro>
          <h2 id="change-access">{t('access.title', { name })}</h2>
          <p>{t('access.text')}</p>
        </DialogIntro>
        <DialogMessages />
        <Form form={form}>
          <Columns>
            <AccessFields values={form.values} field={form.field} />
          </Columns>
          <DialogButtons>
            <Button variant="outlined" onClick={close}>
              {t('change.keep')}
            </Button>
            <SubmitButton busy={form.busy} busyText={t('change.busy')}>
              {t('access.submit')}
            </SubmitButton>
          </DialogButtons>
        </Form>
      </DialogBody>
    </FormDialog>
  )
}
