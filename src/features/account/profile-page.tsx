import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { isTablet } from '../../device/tablet/mark.ts'
import { paths } from '../../paths.ts'
import { mayAtom } from '../../session/rights.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { Card } from '../../ui/card.tsx'
import { lazyModule, lazyPage, useLazyModule } from '../../ui/lazy.tsx'
import { NeedsConnection } from '../../ui/needs-connection.tsx'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { ProfileForm } from './profile-form.tsx'

// Of no use without a connection.
const factorsCard = lazyModule(async () => (await import('./factors/factors-card.tsx')).FactorsCard)
const sessions = lazyPage(async () => (await import('./own-sessions.tsx')).OwnSessions)
const tabletPin = lazyPage(async () => (await import('./tablet-pin-card.tsx')).TabletPinCard)

const Page = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  maxWidth: 720,
})

const Top = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
})

const Name = styled('p')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  overflowWrap: 'anywhere',
}))

export function ProfilePage() {
  const { t } = useTranslation('account')
  useFreshStatus()
  const navigate = useNavigate()
  const user = useAtomValue(authUserAtom)
  // Without a connection it is missing, and of no use.
  const factors = useLazyModule(factorsCard)
  const mayReadBook = useAtomValue(mayAtom)('book.read')
  if (!user) return null
  return (
    <Page>
      <Top>
        <div>
          <h1>{t('profile.title')}</h1>
          <Name>{user.displayName}</Name>
        </div>
        {/* The user menu offers this to admins only (section 6). */}
        <Button variant="outlined" onClick={() => navigate(paths.logout())}>
          {t('profile.signOut')}
        </Button>
      </Top>
      <NeedsConnection />
      <StatusAlert />
      <Card>
        {/* The key resets the form when another person signs in. */}
        <ProfileForm key={user.id} user={user} />
      </Card>
      {factors.status === 'ready' && (
        <Card>
          <Suspense>
            <factors.module key={user.id} staffId={user.id} />
          </Suspense>
        </Card>
      )}
      <Card>
        <ChangePasswordForm key={user.id} />
      </Card>
      {isTablet() && mayReadBook && (
        <Suspense>
          <tabletPin.Page />
        </Suspense>
      )}
      <Suspense>
        <sessions.Page />
      </Suspense>
    </Page>
  )
}
