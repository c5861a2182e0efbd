import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { messageFor } from '../../http/api-error.ts'
import { paths } from '../../paths.ts'
import { JUST_SIGNED_IN } from '../../session/just-signed-in.ts'
import { signInSocially } from '../../session/sign-in.ts'
import { AccountFrame } from '../../ui/account-frame.tsx'
import { useMessages } from '../../ui/messages.ts'
import { takeWayBack } from './social-sign-in.ts'
import { useHashLink } from './use-hash-link.ts'

/** The return from another provider: a page of its own, since /login clears what this tab had stored for it. */
export function LoginReturnPage() {
  const { t } = useTranslation('account')
  const { notify } = useMessages()
  const navigate = useNavigate()
  const link = useHashLink()
  const begun = useRef(false)

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
      () => navigate(paths.dashboard(), { replace: true, state: JUST_SIGNED_IN }),
      (error) => refuse(messageFor(error, t('return.failed'))),
    )
  }, [link, navigate, notify, t])

  return <AccountFrame title={t('return.title')} text={t('return.text')} />
}
