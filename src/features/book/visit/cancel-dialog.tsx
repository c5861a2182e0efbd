import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { CancelReason } from '../../../../contract/fields.ts'
import { appointmentNow, isUnanswered } from '../../../api/appointments-change.ts'
import { messageFor } from '../../../http/message-for.ts'
import { DialogBody, DialogButtons, DialogIntro, DialogMessages } from '../../../ui/dialog-body.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { problemsOf } from '../../../ui/form/problems.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useMessages } from '../../../ui/messages.ts'
import { focusBack } from '../state/focus-back.ts'
import { type ToCancel, useChanges } from '../state/use-changes.ts'
import { useNaming } from '../state/use-naming.ts'
import { cancelDisabledReason } from './disabled-reason.ts'

/** Room for both buttons side by side. */
const WIDTH_PX = 520

const Reason = v.object({ reason: CancelReason })

/** The reason is optional. */
const check = ({ reason }: { reason: string }) => (reason.trim() === '' ? {} : problemsOf(Reason, { reason }))

type Props = ToCancel & { onClose: () => void }

export function CancelDialog({ row: asked, opener, onClose }: Props) {
  const { t } = useTranslation('appointments')
  const { notify, clear } = useMessages()
  const changes = useChanges()
  const naming = useNaming()
  const [row, setRow] = useState(asked)
  const who = naming(row)
  // Earlier messages do not belong to this question.
  useEffect(() => clear(), [clear])
  useEffect(() => () => focusBack(opener), [opener])

  const form = useForm({
    about: row.id,
    initial: { reason: '' },
    check,
    messages: (key) => t(key === 'too_long' ? 'cancel.tooLong' : 'cancel.notShown'),
    send: async ({ reason }) => {
      clear()
      await changes.cancel(row, reason)
      onClose()
      notify('success', t('cancel.done', { who }))
    },
    failed: (error) => {
      const now = appointmentNow(error)
      if (now) setRow(now)
      if (now) notify('info', t('cancel.overtaken', { state: t(`state.${now.status}`) }))
      else if (isUnanswered(error)) notify('error', t('cancel.unanswered'))
      else notify('error', messageFor(error, t('cancel.failed')))
    },
  })
  const close = () => {
    if (form.busy) return
    clear()
    onClose()
  }
  // Cancelling was possible when the dialog opened; only a later change forbids it.
  const over = row.status === 'cancelled' || cancelDisabledReason(row, null) !== null

  return (
    <Dialog
      open
      disableRestoreFocus
      // A press outside would lose what was typed.
      onClose={(_, reason) => reason === 'escapeKeyDown' && close()}
      aria-labelledby="cancel-appointment"
      slotProps={{ paper: { sx: { width: WIDTH_PX } } }}
    >
      <DialogBody>
        <DialogIntro>
          <h2 id="cancel-appointment">{t('cancel.title', { who })}</h2>
          {!over && <p>{t('cancel.text')}</p>}
        </DialogIntro>
        <DialogMessages />
        {over ? (
          <DialogButtons>
            <Button variant="outlined" onClick={close}>
              {t('cancel.close')}
            </Button>
          </DialogButtons>
        ) : (
          <Form form={form}>
            <TextField
              field={form.field('reason')}
              label={t('cancel.reason')}
              hint={t('cancel.reasonHint')}
              autoCapitalize="sentences"
            />
            <DialogButtons>
              <Button variant="outlined" disabled={form.busy} onClick={close}>
                {t('cancel.keep')}
              </Button>
              <Button
                variant="contained"
                color="error"
                type="submit"
                aria-disabled={form.busy}
                aria-busy={form.busy}
              >
                {t(form.busy ? 'cancel.busy' : 'cancel.yes')}
              </Button>
            </DialogButtons>
          </Form>
        )}
      </DialogBody>
    </Dialog>
  )
}
