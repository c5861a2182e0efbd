import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { messageFor } from '../../http/message-for.ts'
import { messageForAnswer } from '../../i18n/wire-messages.ts'
import { paths } from '../../paths.ts'
import { authProvider } from '../../session/auth.ts'
import { AccountFrame, AccountLinks } from '../../ui/account-frame.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useMessages } from '../../ui/messages.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { checkNewPassword } from './checks.ts'
import { wholeToken } from './hash-link.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useHashLink } from './use-hash-link.ts'

/** /reset-password#token=...: the token of the mail works once. */
export function ResetPasswordPage() {
  const { t } = useTranslation('account')
  useFreshStatus()
  const token = wholeToken(useHashLink().token)
  return (
    <AccountFrame title={t('reset.title')} text={t(token ? 'reset.text' : 'reset.noLink')}>
      {token && <ResetForm token={token} />}
      <AccountLinks>
        <PageLink to={paths.forgotPassword()}>{t('reset.again')}</PageLink>
        <PageLink to={paths.login()}>{t('backToLogin')}</PageLink>
      </AccountLinks>
    </AccountFrame>
  )
}

function ResetForm({ token }: { token: string }) {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const navigate = useNavigate()
  const form = useForm({
    initial: { password: '', repeat: '' },
    check: checkNewPassword,
    messages: useFieldMessages('account'),
    send: async ({ password }) => {
      clear()
      const message = await authProvider.resetPassword({ token, password })
      notify('success', messageForAnswer(message, 'passwordChanged') ?? message)
      navigate(paths.login(), { replace: true })
    },
    failed: (error) => notify('error', messageFor(error, t('reset.failed'))),
  })
  return (
    <Form form={form}>
      <NewPasswordFields
        password={form.field('password')}
        repeat={form.field('repeat')}
        label={t('reset.password')}
        repeatLabel={t('reset.repeat')}
      />
      <SubmitButton busy={form.busy} busyText={t('reset.busy')} fullWidth>
        {t('reset.submit')}
      </SubmitButton>
    </Form>
  )
}
