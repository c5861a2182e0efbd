import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import type { SignedIn } from '../../../contract/auth.ts'
import { useMessages } from '../../ui/messages.ts'
import { passkeySignIn, passkeysHere } from '../../ui/passkeys.ts'
import { useOneAct } from '../../ui/use-one-act.ts'

/** Signs in without a name and a password, for whoever has made a passkey. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (session: SignedIn) => void }) {
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
