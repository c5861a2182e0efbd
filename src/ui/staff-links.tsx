import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useInRouterContext } from 'react-router-dom'
import { startSession } from '../offline/start-session.ts'
import { paths } from '../paths.ts'
import { mayAtom } from '../session/rights.ts'
import { authUserAtom, tokenAtom } from '../session/session-atoms.ts'
import { PageLink } from './page-link.tsx'

const Links = styled('nav')(({ theme }) => ({
  display: 'flex',
  // Aligns the text of the last link with the page.
  margin: '0 -12px 0 auto',
  '& > a': {
    display: 'grid',
    placeItems: 'center',
    minHeight: 44,
    padding: '0 12px',
    fontSize: '0.875rem',
    fontWeight: 600,
    color: theme.vars.palette.primary.main,
  },
}))

/** Links from a public page back to the staff pages. On load it checks the session without any message. */
export function StaffLinks() {
  const { t } = useTranslation('account')
  const user = useAtomValue(authUserAtom)
  const token = useAtomValue(tokenAtom)
  const readsBook = useAtomValue(mayAtom)('book.read')
  const isRouted = useInRouterContext()
  useEffect(() => void startSession(), [])
  if (!user || !token) return null
  // The booking page that was opened as such has no router.
  const Link = isRouted ? PageLink : PlainLink
  return (
    <Links aria-label={t('staffLinks.label')}>
      {readsBook && <Link to={paths.dashboard()}>{t('staffLinks.dashboard')}</Link>}
      {!readsBook && <Link to={paths.profile()}>{t('staffLinks.profile')}</Link>}
    </Links>
  )
}

const PlainLink = ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>
