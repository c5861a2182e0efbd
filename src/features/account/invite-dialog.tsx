import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { StaffType } from '../../../domain/staff.ts'
import { inviteStaff, staffQueries } from '../../api/staff.ts'
import { messageFor } from '../../http/api-error.ts'
import { messageForAnswer } from '../../i18n/wire-messages.ts'
import { DialogBody, DialogButtons, DialogIntro, DialogMessages } from '../../ui/dialog-body.tsx'
import { Columns } from '../../ui/form/columns.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useMessages } from '../../ui/messages.ts'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { checkInvite } from './checks.ts'
import { locationOptions } from './location-options.ts'

// Fewer rights first.
const TYPES = ['staff', 'admin'] as const satisfies readonly StaffType[]

/** Keeps the input after a refusal. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const form = useForm({
    initial: {
      email: '',
      other_names: '',
      surname: '',
      type: 'staff',
      location: '',
      profession: '',
      job_title: '',
    },
    check: checkInvite,
    messages: useFieldMessages('account'),
    send: async (values) => {
      clear()
      const message = await inviteStaff({ ...values, type: values.type as StaffType })
      onClose()
      notify(
        'success',
        messageForAnswer(message, 'invitationSent', { email: values.email.trim() }) ?? message,
      )
      await queries.invalidateQueries({ queryKey: staffQueries.all() })
    },
    failed: (error) => notify('error', messageFor(error, t('invite.failed'))),
  })
  const close = () => {
    if (form.busy) return
    clear()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={(_, reason) => reason === 'escapeKeyDown' && close()}
      aria-labelledby="invite-staff"
    >
      <DialogBody>
        <DialogIntro>
          <h2 id="invite-staff">{t('invite.title')}</h2>
          <p>{t('invite.text')}</p>
        </DialogIntro>
        <DialogMessages />
        <Form form={form}>
          <TextField field={form.field('email')} label={t('profile.email')} type="email" required autoFocus />
          <Columns>
            <TextField
              field={form.field('other_names')}
              label={t('profile.otherNames')}
              autoCapitalize="words"
              required
            />
            <TextField
              field={form.field('surname')}
              label={t('profile.surname')}
              autoCapitalize="words"
              required
            />
            <SelectField
              field={form.field('type')}
              label={t('invite.type')}
              hint={t('invite.typeHint')}
              options={TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
            />
            <SelectField
              field={form.field('location')}
              label={t('profile.location')}
              options={locationOptions(t('profile.allLocations'))}
            />
            <TextField
              field={form.field('profession')}
              label={t('profile.profession')}
              autoCapitalize="words"
            />
            <TextField field={form.field('job_title')} label={t('profile.jobTitle')} autoCapitalize="words" />
          </Columns>
          <DialogButtons>
            <Button variant="outlined" onClick={close}>
              {t('invite.close')}
            </Button>
            <SubmitButton busy={form.busy} busyText={t('invite.busy')}>
              {t('invite.submit')}
            </SubmitButton>
          </DialogButtons>
        </Form>
      </DialogBody>
    </Dialog>
  )
}
