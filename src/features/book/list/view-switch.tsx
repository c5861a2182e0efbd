import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { TARGET_PX } from '../../../theme/theme-components.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { type DashboardAddress, dashboardAt } from '../state/dashboard-address.ts'

const Switch = styled('nav')(({ theme }) => ({
  display: 'inline-flex',
  border: `1px solid ${theme.vars.palette.controlLine}`,
  borderRadius: 8,
  overflow: 'clip',
  '& > a': {
    display: 'inline-flex',
    alignItems: 'center',
    boxSizing: 'border-box',
    minHeight: TARGET_PX,
    padding: '0 14px',
    fontSize: '0.875rem',
    fontWeight: 600,
    textDecoration: 'none',
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '@media (pointer: fine)': { '& > a': { minHeight: 34 } },
  '& > a + a': { borderInlineStart: `1px solid ${theme.vars.palette.controlLine}` },
  '& > a:hover': { color: theme.vars.palette.text.primary },
  '& > a:focus-visible': { outlineOffset: -4 },
  '& > a[aria-current]': {
    color: theme.vars.palette.primary.contrastText,
    backgroundColor: theme.vars.palette.primary.main,
    '&:focus-visible': { outlineColor: theme.vars.palette.primary.contrastText },
  },
}))

const VIEWS = ['day', 'week', 'list'] as const

/** A switch between day and week keeps the day; the list starts afresh. */
export function ViewSwitch({ address: { view: shown, location, day } }: { address: DashboardAddress }) {
  const { t } = useTranslation('appointments')
  return (
    <Switch aria-label={t('views.label')}>
      {VIEWS.map((view) => (
        <PageLink
          key={view}
          to={dashboardAt({ view, location, day: view === 'list' ? '' : day })}
          aria-current={shown === view ? 'page' : undefined}
        >
          {t(`views.${view}`)}
        </PageLink>
      ))}
    </Switch>
  )
}
