import Button from '@mui/material/Button'
import { useAtom, useSetAtom, useStore } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FactorStep, SignedIn } from '../../../contract/auth.ts'
import '../../device/proof/when-asked.ts'
import { isTablet } from '../../device/tablet/mark.ts'
import { messageFor } from '../../http/message-for.ts'
import { paths } from '../../paths.ts'
import { takeEndedAtom } from '../../session/session-atoms.ts'
import { signIn } from '../../session/sign-in.ts'
import { clearTab } from '../../session/sign-out.ts'
import { AccountFrame, AccountLinks } from '../../ui/account-frame.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useMessages } from '../../ui/messages.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import { passkeySignIn, passkeysHere } from '../../ui/passkeys.ts'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { useOneAct } from '../../ui/use-one-act.ts'
import { checkSignIn } from './checks.ts'
import { loginAtom } from './slices.ts'
import { SocialButtons } from './social-buttons.tsx'
import { useEnter } from './use-enter.ts'
import { useFactorStep } from './use-factor-step.ts'
import { onlyProviderOf, useSocialProviders } from './use-social-providers.ts'

/** /login (specification, section 2) signs this tab out first. */
export function LoginPage() {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const takeEnded = useSetAtom(takeEndedAtom)
  const store = useStore()
  const [login, dispatch] = useAtom(loginAtom)
  useEffect(() => {
    clearTab()
    if (takeEnded()) notify('info', t('login.ended'))
  }, [takeEnded, notify, t])

  const [step, setStep] = useState<FactorStep | null>(null)
  const restart = () => {
    clear()
    setStep(null)
  }
  const Step = useFactorStep(step !== null, restart)

  const { enter, takeUp } = useEnter()
  const providers = useSocialProviders()
  const [wantsPassword, setWantsPassword] = useState(false)
  // Where passwords are off for all but one, the form is for that one, when the provider is away.
  const isAlone = !wantsPassword && onlyProviderOf(providers) !== undefined

  const form = useForm({
    initial: { username: '', password: '' },
    check: checkSignIn,
    messages: useFieldMessages('account'),
    send: async ({ username, password }) => {
      clear()
      dispatch({ type: 'request' })
      let answer: SignedIn | FactorStep
      try {
        answer = await signIn(username.trim().toLowerCase(), password, () => notify('info', t('login.proof')))
      } catch (error) {
        dispatch({ type: 'error', error: messageFor(error, t('login.failed')) })
        throw error
      }
      dispatch({ type: 'success' })
      if ('step' in answer) setStep(answer)
      else enter(answer)
    },
    failed: () => notify('error', store.get(loginAtom).error),
  })

  if (step && Step) {
    return (
      <Suspense fallback={<PageLoading />}>
        <Step step={step} onSignedIn={takeUp} onRestart={restart} />
      </Suspense>
    )
  }
  return (
    <AccountFrame title={t('login.title')} text={t('login.text')}>
      {!isAlone && (
        <>
          <Form form={form}>
            <TextField
              field={form.field('username')}
              label={t('login.username')}
              autoComplete="username"
              required
            />
            <PasswordField
              field={form.field('password')}
              label={t('login.password')}
              autoComplete="current-password"
              showLabel={t('showPassword')}
            />
            <SubmitButton busy={login.loading} busyText={t('login.busy')} fullWidth>
              {t('login.submit')}
            </SubmitButton>
          </Form>
          <PasskeyButton onSignedIn={takeUp} />
        </>
      )}
      <SocialButtons providers={providers} alone={isAlone} />
      <AccountLinks>
        {isAlone ? (
          <Button variant="text" size="small" onClick={() => setWantsPassword(true)}>
            {t('login.withPassword')}
          </Button>
        ) : (
          <PageLink to={paths.forgotPassword()}>{t('login.forgot')}</PageLink>
        )}
        {isTablet() && <PageLink to={paths.unlock()}>{t('login.unlock')}</PageLink>}
      </AccountLinks>
    </AccountFrame>
  )
}

/** Signs in by a passkey, without username and password. */
function PasskeyButton({ onSignedIn }: { onSignedIn: (session: SignedIn) => void }) {
  const { t } = useTranslation('account')
  const { notify } = useMessages()
  const { busy, act } = useOneAct(t('login.failed'))
  if (!passkeysHere()) return null
  const signIn = async () => {
    const session = await (await passkeySignIn.load())()
    if (session) onSignedIn(session)
    else notify('info', t('login.passkeyClosed'))
  }
  return (
    <Button variant="outlined" fullWidth aria-busy={busy} onClick={() => void act(signIn)}>
      {t('login.passkey')}
    </Button>
  )
}
