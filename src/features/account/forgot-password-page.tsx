import { useSetAtom, useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import { ForgotPassword } from '../../../contract/auth.ts'
import '../../device/proof/when-asked.ts'
import { messageFor } from '../../http/message-for.ts'
import { messageForAnswer } from '../../i18n/wire-messages.ts'
import { paths } from '../../paths.ts'
import { authProvider } from '../../session/auth.ts'
import { AccountFrame, AccountLinks } from '../../ui/account-frame.tsx'
import { Form } from '../../ui/form/form.tsx'
import { problemsOf } from '../../ui/form/problems.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useMessages } from '../../ui/messages.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { forgetPasswordAtom } from './slices.ts'
import { onlyProviderOf, useSocialProviders } from './use-social-providers.ts'

/** /forgot-password answers the same for every address, so as not to reveal who works here. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('account')
  useFreshStatus()
  const { notify, clear } = useMessages()
  const store = useStore()
  const dispatch = useSetAtom(forgetPasswordAtom)
  const form = useForm({
    initial: { email: '' },
    check: (values) => problemsOf(ForgotPassword, values),
    messages: useFieldMessages('account'),
    send: async ({ email }) => {
      clear()
      dispatch({ type: 'request' })
      try {
        const message = await authProvider.forgotPassword(email.trim())
        dispatch({ type: 'success', message: messageForAnswer(message, 'linkSent') ?? message })
      } catch (error) {
        dispatch({ type: 'error', error: messageFor(error, t('forgot.failed')) })
        throw error
      }
      notify('success', store.get(forgetPasswordAtom).forgetSuccessMsg)
    },
    failed: () => notify('error', store.get(forgetPasswordAtom).forgetError),
  })
  const only = onlyProviderOf(useSocialProviders())
  const text = only ? t('passwordsOff', { name: only.name }) : t('forgot.text')
  return (
    <AccountFrame title={t('forgot.title')} text={text}>
      <Form form={form}>
        <TextField
          field={form.field('email')}
          label={t('forgot.email')}
          type="email"
          autoComplete="email"
          required
        />
        <SubmitButton busy={form.busy} busyText={t('forgot.busy')} fullWidth>
          {t('forgot.submit')}
        </SubmitButton>
      </Form>
      <AccountLinks>
        <PageLink to={paths.login()}>{t('backToLogin')}</PageLink>
      </AccountLinks>
    </AccountFrame>
  )
}
