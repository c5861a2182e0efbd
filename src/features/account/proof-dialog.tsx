import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageFor } from '../../http/message-for.ts'
import { authProvider } from '../../session/auth.ts'
import { inSession } from '../../session/in-session.ts'
import { DialogBody, DialogButtons, DialogIntro, DialogMessages } from '../../ui/dialog-body.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useMessages } from '../../ui/messages.ts'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { checkProof } from './checks.ts'
import { SocialButtons } from './social-buttons.tsx'
import { onlyProviderOf, useSocialProviders } from './use-social-providers.ts'

/**
 * Asks for the password, after which the waiting call goes on. Without a password the person signs in again at the
 * provider, and starts over.
 */
export function ProofDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const providers = useSocialProviders()
  const [wantsPassword, setWantsPassword] = useState(false)
  const only = wantsPassword ? undefined : onlyProviderOf(providers)
  const form = useForm({
    initial: { password: '' },
    check: checkProof,
    messages: useFieldMessages('account'),
    send: async ({ password }) => {
      clear()
      await inSession((token) => authProvider.prove(token, password))
      onAnswer(true)
    },
    failed: (error) => notify('error', messageFor(error, t('proof.failed'))),
  })
  const cancel = () => {
    if (form.busy) return
    clear()
    onAnswer(false)
  }
  return (
    <Dialog
      open
      maxWidth="xs"
      fullWidth
      onClose={(_, reason) => reason === 'escapeKeyDown' && cancel()}
      aria-labelledby="proof-title"
    >
      <DialogBody>
        <DialogIntro>
          <h2 id="proof-title">{t('proof.title')}</h2>
          <p>{only ? t('proof.provider', { name: only.name }) : t('proof.text')}</p>
        </DialogIntro>
        <DialogMessages />
        {only ? (
          <>
            <SocialButtons providers={[only]} alone fresh />
            <DialogButtons>
              <Button variant="outlined" onClick={cancel}>
                {t('proof.cancel')}
              </Button>
              <Button variant="text" onClick={() => setWantsPassword(true)}>
                {t('login.withPassword')}
              </Button>
            </DialogButtons>
          </>
        ) : (
          <>
            <Form form={form}>
              <PasswordField
                field={form.field('password')}
                label={t('profile.currentPassword')}
                autoComplete="current-password"
                autoFocus
                showLabel={t('showPassword')}
              />
              <DialogButtons>
                <Button variant="outlined" onClick={cancel}>
                  {t('proof.cancel')}
                </Button>
                <SubmitButton busy={form.busy} busyText={t('proof.busy')}>
                  {t('proof.submit')}
                </SubmitButton>
              </DialogButtons>
            </Form>
            <SocialButtons providers={providers} fresh />
          </>
        )}
      </DialogBody>
    </Dialog>
  )
}
