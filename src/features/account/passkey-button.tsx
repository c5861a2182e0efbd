import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedIn } from '../../../contract/auth.ts'
import { messageFor } from '../../http/api-error.ts'
import { useMessages } from '../../ui/messages.ts'
import { passkeySignIn } from './lazy-factors.ts'
import { passkeysHere } from './passkeys-here.ts'

/** Signs in without a name and a password, for whoever has made a passkey. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (session: SignedIn) => void }) {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const [busy, setBusy] = useState(false)
  if (!passkeysHere()) return null
  const signIn = async () => {
    if (busy) return
    clear()
    setBusy(true)
    try {
      const session = await (await passkeySignIn.load())()
      if (session) onSignedIn(session)
      else notify('info', t('login.passkeyClosed'))
    } catch (error) {
      notify('error', messageFor(error, t('login.failed')))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="outlined" fullWidth aria-busy={busy} onClick={() => void signIn()}>
      {t('login.passkey')}
    </Button>
  )
}
