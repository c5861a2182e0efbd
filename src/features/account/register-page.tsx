import { useAtom, useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { messageFor } from '../../http/message-for.ts'
import { paths } from '../../paths.ts'
import { JUST_SIGNED_IN } from '../../session/just-signed-in.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { register } from '../../session/sign-in.ts'
import { AccountFrame, AccountLinks } from '../../ui/account-frame.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useMessages } from '../../ui/messages.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { checkRegister } from './checks.ts'
import { wholeToken } from './hash-link.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { accountAtom } from './slices.ts'
import { SocialButtons } from './social-buttons.tsx'
import { useHashLink } from './use-hash-link.ts'
import { onlyProviderOf, useSocialProviders } from './use-social-providers.ts'

/** /register#invite=...: accepts a mailed invitation, the only way to an account. */
export function RegisterPage() {
  const { t } = useTranslation('account')
  useFreshStatus()
  const invite = wholeToken(useHashLink().invite)
  const providers = useSocialProviders()
  const only = onlyProviderOf(providers)
  const text = only
    ? t('register.provider', { name: only.name })
    : t(invite ? 'register.text' : 'register.noLink')
  return (
    <AccountFrame title={t('register.title')} text={text}>
      {only ? <SocialButtons providers={[only]} alone /> : invite && <RegisterForm invite={invite} />}
      <AccountLinks>
        <PageLink to={paths.login()}>{t('backToLogin')}</PageLink>
      </AccountLinks>
    </AccountFrame>
  )
}

function RegisterForm({ invite }: { invite: string }) {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const store = useStore()
  const [account, dispatch] = useAtom(accountAtom)
  const navigate = useNavigate()
  const form = useForm({
    initial: { email: '', username: '', password: '', repeat: '' },
    check: checkRegister,
    messages: useFieldMessages('account'),
    send: async ({ email, username, password }) => {
      clear()
      dispatch({ type: 'request' })
      try {
        const signedIn = await register({ invite, email, username, password })
        const user = signedIn ? store.get(authUserAtom) : null
        dispatch({ type: 'success', user, message: user ? '' : t('register.done') })
      } catch (error) {
        dispatch({ type: 'error', error: messageFor(error, t('register.failed')) })
        throw error
      }
      const { user, message } = store.get(accountAtom)
      if (user) return navigate(paths.dashboard(), { replace: true, state: JUST_SIGNED_IN })
      notify('success', message)
      navigate(paths.login(), { replace: true })
    },
    failed: () => notify('error', store.get(accountAtom).registrationError),
  })
  return (
    <Form form={form}>
      <TextField
        field={form.field('email')}
        label={t('register.email')}
        type="email"
        autoComplete="email"
        required
      />
      <TextField
        field={form.field('username')}
        label={t('register.username')}
        hint={t('register.usernameHint')}
        autoComplete="username"
        required
      />
      <NewPasswordFields
        password={form.field('password')}
        repeat={form.field('repeat')}
        label={t('register.password')}
        repeatLabel={t('register.repeat')}
        about={{ username: form.field('username').value, email: form.field('email').value }}
      />
      <SubmitButton busy={account.loading} busyText={t('register.busy')} fullWidth>
        {t('register.submit')}
      </SubmitButton>
    </Form>
  )
}
