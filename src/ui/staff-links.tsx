import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
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

/** Leads staff on a public page back to theirs. On load it checks the session without any message. */
export function StaffLinks() {
  const { t } = useTranslation('account')
  const user = useAtomValue(authUserAtom)
  const token = useAtomValue(tokenAtom)
  const readsBook = useAtomValue(mayAtom)('book.read')
  useEffect(() => void startSession(), [])
  if (!user || !token) return null
  return (
    <Links aria-label={t('staffLinks.label')}>
      {readsBook && <PageLink to={paths.dashboard()}>{t('staffLinks.dashboard')}</PageLink>}
      {!readsBook && <PageLink to={paths.profile()}>{t('staffLinks.profile')}</PageLink>}
    </Links>
  )
}
