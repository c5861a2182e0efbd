import type { ComponentType } from 'react'
import { ForgotPasswordPage } from '../features/account/forgot-password-page.tsx'
import { LoginPage } from '../features/account/login-page.tsx'
import { LoginReturnPage } from '../features/account/login-return-page.tsx'
import { LogoutPage } from '../features/account/logout-page.tsx'
import { RegisterPage } from '../features/account/register-page.tsx'
import { ResetPasswordPage } from '../features/account/reset-password-page.tsx'
import { useTabletWatch } from '../offline/use-tablet-watch.ts'
import { paths } from '../paths.ts'
import { lazyPage } from '../ui/lazy/lazy-page.tsx'
import { usePageOf } from './use-page-of.ts'

// On reception tablets only.
const unlock = lazyPage(async () => (await import('../features/unlock/unlock-page.tsx')).UnlockPage)

const PAGES: Record<string, ComponentType> = {
  [paths.login()]: LoginPage,
  [paths.loginReturn()]: LoginReturnPage,
  [paths.logout()]: LogoutPage,
  [paths.forgotPassword()]: ForgotPasswordPage,
  [paths.resetPassword()]: ResetPasswordPage,
  [paths.register()]: RegisterPage,
  [paths.unlock()]: unlock.Page,
}

/** The account screens, each at its address; one chunk, which only staff fetch. */
export function AccountArea() {
  const Page = usePageOf(PAGES)
  useTabletWatch()
  return Page && <Page />
}
