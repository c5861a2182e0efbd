import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { SignedIn } from '../../../contract/auth.ts'
import { paths } from '../../paths.ts'
import { JUST_SIGNED_IN } from '../../session/just-signed-in.ts'
import { takeRestoredPlace } from '../../session/open-forms.ts'
import { takeSession } from '../../session/sign-in.ts'
import { useMessages } from '../../ui/messages.ts'
import { useInstants } from '../../ui/use-instants.ts'

/** Goes on after a sign-in; `takeUp` starts a session that isn't started yet. */
export function useEnter() {
  const { t } = useTranslation('account')
  const when = useInstants()
  const { notify, clear } = useMessages()
  const navigate = useNavigate()

  function enter({ factorDueAt }: Pick<SignedIn, 'factorDueAt'>): void {
    clear()
    if (factorDueAt) notify('info', t('login.factorDue', { when: when(factorDueAt) }))
    // The landing page, since a link must not send anybody elsewhere; or where this tab has kept what was half filled.
    const place = takeRestoredPlace()
    if (place) navigate(place.address, { replace: true, state: place.state })
    else navigate(paths.dashboard(), { replace: true, state: JUST_SIGNED_IN })
  }
  function takeUp(session: SignedIn): void {
    takeSession(session)
    enter(session)
  }
  return { enter, takeUp }
}
