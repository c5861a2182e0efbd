import type { ComponentType } from 'react'
import { LoginPage } from '../features/account/login-page.tsx'
import { paths } from './paths.ts'
import { usePageOf } from './use-page-of.ts'

const PAGES: Record<string, ComponentType> = {
  [paths.login()]: LoginPage,
}

/** The account screens, each at its address; one chunk, which only staff fetch. */
export function AccountArea() {
  const Page = usePageOf(PAGES)
  return Page && <Page />
}
