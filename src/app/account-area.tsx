import { type ComponentType, useEffect } from 'react'
import { isTablet } from '../device/tablet/mark.ts'
import { ForgotPasswordPage } from '../features/account/forgot-password-page.tsx'
import { LoginPage } from '../features/account/login-page.tsx'
import { LoginReturnPage } from '../features/account/login-return-page.tsx'
import { LogoutPage } from '../features/account/logout-page.tsx'
import { RegisterPage } from '../features/account/register-page.tsx'
import { ResetPasswordPage } from '../features/account/reset-password-page.tsx'
import { loadTexts } from '../i18n/i18n.ts'
import { useTabletWatch } from '../offline/use-tablet-watch.ts'
import type { AccountPageName } from '../paths.ts'
import { nameStaffManifest } from '../ui/install/staff-manifest.ts'
import { lazyPage } from '../ui/lazy.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { usePlace } from './use-place.ts'

export { Routed } from './routed.tsx'

// On reception tablets only, which nearly always come for it.
const unlock = lazyPage(async () => {
  const [{ UnlockPage }] = await Promise.all([
    import('../features/unlock/unlock-page.tsx'),
    loadTexts('unlock').catch(() => {}),
  ])
  return UnlockPage
})
if (isTablet()) unlock.preload().catch(() => {})

// Patients read it now and then.
const privacy = lazyPage(async () => (await import('../features/privacy/privacy-page.tsx')).PrivacyPage)

const PAGES: Record<AccountPageName, ComponentType> = {
  login: LoginPage,
  loginReturn: LoginReturnPage,
  logout: LogoutPage,
  forgotPassword: ForgotPasswordPage,
  resetPassword: ResetPasswordPage,
  register: RegisterPage,
  unlock: unlock.Page,
  privacy: privacy.Page,
}

/** The account screens, each at its address; one chunk, which only staff fetch. */
export function AccountArea() {
  const place = usePlace('account')
  useTabletWatch()
  // All of them but what patients read.
  const isForStaff = place !== undefined && place.name !== 'privacy'
  useEffect(() => {
    if (isForStaff) nameStaffManifest()
  }, [isForStaff])
  if (!place) return <PageLoading />
  const Page = PAGES[place.name]
  return <Page />
}
