import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { FactorStep } from '../../../contract/auth.ts'
import { messageFor } from '../../http/message-for.ts'
import { paths } from '../../paths.ts'
import { signInSocially } from '../../session/sign-in.ts'
import { AccountFrame } from '../../ui/account-frame.tsx'
import { useMessages } from '../../ui/messages.ts'
import { PageLoading } from '../../ui/page-loading.tsx'
import { takeWayBack } from './social-sign-in.ts'
import { useEnter } from './use-enter.ts'
import { useFactorStep } from './use-factor-step.ts'
import { useHashLink } from './use-hash-link.ts'

/** The return from another provider: a page of its own, since /login clears what this tab had stored for it. */
export function LoginReturnPage() {
  const { t } = useTranslation('account')
  const { notify } = useMessages()
  const navigate = useNavigate()
  const link = useHashLink()
  const { enter, takeUp } = useEnter()
  const begun = useRef(false)
  const [step, setStep] = useState<FactorStep | null>(null)
  const restart = () => navigate(paths.login(), { replace: true })
  const Step = useFactorStep(step !== null, restart)

  useEffect(() => {
    // The code works once: a second run of this effect must not use it up.
    if (begun.current) return
    begun.current = true
    const back = takeWayBack(link)
    const refuse = (text: string) => {
      notify('error', text)
      navigate(paths.login(), { replace: true })
    }
    if ('error' in back) return refuse(t(`return.${back.error}`))
    signInSocially(back, back.type).then(
      (answer) => ('step' in answer ? setStep(answer) : enter(answer)),
      (error) => refuse(messageFor(error, t('return.failed'))),
    )
  }, [link, navigate, notify, enter, t])

  if (step && Step) {
    return (
      <Suspense fallback={<PageLoading />}>
        <Step step={step} onSignedIn={takeUp} onRestart={restart} />
      </Suspense>
    )
  }
  return <AccountFrame title={t('return.title')} text={t('return.text')} />
}
