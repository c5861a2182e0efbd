import Button from '@mui/material/Button'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { messageFor } from '../../http/message-for.ts'
import { messageForAnswer } from '../../i18n/wire-messages.ts'
import { paths } from '../../paths.ts'
import { authProvider } from '../../session/auth.ts'
import { inSession } from '../../session/in-session.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { signOut } from '../../session/sign-out.ts'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useMessages } from '../../ui/messages.ts'
import { useDisabledWithout } from '../../ui/needs-connection.tsx'
import { useLeaving } from '../../ui/offline-requests/use-leaving.tsx'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { checkChangePassword } from './checks.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { onlyProviderOf, useSocialProviders } from './use-social-providers.ts'

/** The server ends every session when the password changes, so this tab signs out too. */
export function ChangePasswordForm() {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const navigate = useNavigate()
  const disabled = useDisabledWithout()
  const { leave, question } = useLeaving()
  const user = useAtomValue(authUserAtom)
  const about = user
    ? { username: user.username, email: user.email, surname: user.surname, otherNames: user.other_names }
    : {}
  const form = useForm({
    initial: { current: '', password: '', repeat: '' },
    check: checkChangePassword,
    messages: useFieldMessages('account'),
    send: async ({ current, password }) => {
      clear()
      const message = await inSession((token) => authProvider.changePassword(token, { current, password }))
      signOut()
      notify('success', messageForAnswer(message, 'passwordChanged') ?? message)
      navigate(paths.login(), { replace: true })
    },
    failed: (error) => notify('error', messageFor(error, t('reset.failed'))),
  })
  const only = onlyProviderOf(useSocialProviders())
  const [wantsPassword, setWantsPassword] = useState(false)
  if (only && !wantsPassword) {
    return (
      <>
        <h2>{t('reset.title')}</h2>
        <p>{t('passwordsOff', { name: only.name })}</p>
        <Button variant="text" size="small" onClick={() => setWantsPassword(true)}>
          {t('reset.title')}
        </Button>
      </>
    )
  }
  return (
    <>
      <h2>{t('reset.title')}</h2>
      <p>{t('reset.text')}</p>
      <Form
        form={{ ...form, submit: disabled ? () => {} : () => void leave(form.submit) }}
        label={t('reset.title')}
      >
        <PasswordField
          field={form.field('current')}
          label={t('profile.currentPassword')}
          autoComplete="current-password"
          showLabel={t('showPassword')}
        />
        <NewPasswordFields
          password={form.field('password')}
          repeat={form.field('repeat')}
          label={t('reset.password')}
          repeatLabel={t('reset.repeat')}
          about={about}
        />
        <SubmitButton busy={form.busy} busyText={t('reset.busy')} {...disabled}>
          {t('reset.submit')}
        </SubmitButton>
      </Form>
      {question}
    </>
  )
}
