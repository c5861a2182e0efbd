import CalendarRange from 'lucide:calendar-range'
import List from 'lucide:list'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { type DashboardAddress, dashboardAt } from './dashboard-address.ts'

const Switch = styled('nav')(({ theme }) => ({
  display: 'inline-flex',
  border: `1px solid ${theme.vars.palette.controlLine}`,
  borderRadius: 8,
  overflow: 'clip',
  '& > a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 8,
    minHeight: TARGET_PX,
    padding: '0 14px',
    fontSize: '0.875rem',
    fontWeight: 600,
    textDecoration: 'none',
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& > a + a': { borderInlineStart: `1px solid ${theme.vars.palette.controlLine}` },
  '& > a:hover': { color: theme.vars.palette.text.primary },
  '& > a:focus-visible': { outlineOffset: -4 },
  '& > a[aria-current]': {
    color: theme.vars.palette.primary.contrastText,
    backgroundColor: theme.vars.palette.primary.main,
    '&:focus-visible': { outlineColor: theme.vars.palette.primary.contrastText },
  },
}))

const VIEWS = { list: List, day: CalendarRange } as const

export function ViewSwitch({ address }: { address: DashboardAddress }) {
  const { t } = useTranslation('appointments')
  return (
    <Switch aria-label={t('views.label')}>
      {(['list', 'day'] as const).map((view) => {
        const Sign = VIEWS[view]
        return (
          <PageLink
            key={view}
            to={dashboardAt({ view, location: address.location })}
            aria-current={address.view === view ? 'page' : undefined}
          >
            <Sign size={18} aria-hidden="true" />
            {t(`views.${view}`)}
          </PageLink>
        )
      })}
    </Switch>
  )
}
