import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router-dom'
import { onLock } from '../../offline/tablet/index.ts'
import { paths } from '../../paths.ts'
import { AccountFrame, AccountLinks } from '../../ui/account-frame.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { NothingStored } from './nothing-stored.tsx'
import { PinForm } from './pin-form.tsx'
import { arriveAtPin, storedItems } from './reading.ts'

/** Arriving locks the tablet first, as /login signs out; one that was opened without a connection only asks for the PIN. */
export function UnlockPage() {
  const { t } = useTranslation('unlock')
  useFreshStatus()
  const navigate = useNavigate()
  const [kept, setKept] = useState(storedItems)
  useEffect(() => {
    arriveAtPin()
    // Deleted by the server or in another tab; 'deleted' (by wrong PINs) stays once the server was notified.
    return onLock(() => setKept((before) => (before === 'deleted' ? before : (storedItems() ?? 'nothing'))))
  }, [])

  if (kept === null) return <Navigate to={paths.login()} replace />
  if (kept !== 'pages') return <NothingStored why={kept} />
  return (
    <AccountFrame title={t('title')} text={t('text')}>
      <PinForm onOpened={() => navigate(paths.daySheet(), { replace: true })} onGone={setKept} />
      <AccountLinks>
        <PageLink to={paths.login()}>{t('orSignIn')}</PageLink>
      </AccountLinks>
    </AccountFrame>
  )
}
