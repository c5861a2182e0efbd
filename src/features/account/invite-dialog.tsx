import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { inviteStaff, staffQueries } from '../../api/staff.ts'
import { messageFor } from '../../http/message-for.ts'
import { messageForAnswer } from '../../i18n/wire-messages.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { DialogBody, DialogButtons, DialogIntro, DialogMessages } from '../../ui/dialog-body.tsx'
import { Columns } from '../../ui/form/columns.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useMessages } from '../../ui/messages.ts'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { AccessFields } from './access-fields.tsx'
import { accessWire, checkInvite, type InviteForm } from './access-form.ts'
import { onlyProviderOf, useSocialProviders } from './use-social-providers.ts'

const personOf = ({ email, other_names, surname, profession, job_title }: InviteForm) => ({
  email,
  other_names,
  surname,
  profession,
  job_title,
})

/** Keeps the input after a refusal. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const own = useAtomValue(authUserAtom)
  const only = onlyProviderOf(useSocialProviders())
  const form = useForm({
    initial: {
      email: '',
      other_names: '',
      surname: '',
      type: 'reception',
      location: '',
      // A manager of one location invites to it.
      locations: own?.locations.length === 1 ? own.locations.join() : '',
      doctorId: '',
      profession: '',
      job_title: '',
    },
    check: checkInvite,
    messages: useFieldMessages('account'),
    send: async (values, key) => {
      clear()
      const message = await inviteStaff({ ...personOf(values), ...accessWire(values) }, key)
      onClose()
      notify(
        'success',
        messageForAnswer(message, 'invitationSent', { email: values.email.trim() }) ?? message,
      )
      await refetchChanged(queries, staffQueries.all())
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
          <p>{only ? t('invite.provider', { name: only.name }) : t('invite.text')}</p>
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
            <AccessFields values={form.values} field={form.field} />
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
