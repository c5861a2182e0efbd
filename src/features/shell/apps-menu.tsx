import { styled } from '@mui/material/styles'
import ChartColumn from 'lucide-react/icons/chart-column'
import Folder from 'lucide-react/icons/folder'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Mail from 'lucide-react/icons/mail'
import MessageSquare from 'lucide-react/icons/message-square'
import SquareCheck from 'lucide-react/icons/square-check'
import StickyNote from 'lucide-react/icons/sticky-note'
import { useTranslation } from 'react-i18next'
import { BarPopup } from './bar-menu.tsx'
import { ICON_PX } from './bars.ts'
import { Soon } from './soon.tsx'

const APPS = [
  { name: 'mail', Icon: Mail },
  { name: 'messages', Icon: MessageSquare },
  { name: 'files', Icon: Folder },
  { name: 'reports', Icon: ChartColumn },
  { name: 'tasks', Icon: SquareCheck },
  { name: 'notes', Icon: StickyNote },
] as const

const Grid = styled('ul')(({ theme }) => ({
  display: 'grid',
  // Three columns where their labels fit.
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 96px), 1fr))',
  gap: 8,
  margin: 0,
  padding: 12,
  listStyle: 'none',
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
  '& > li': { display: 'grid', justifyItems: 'center', gap: 6, padding: '12px 4px' },
}))

/** Shortcuts without a target (specification, section 2: 'Shell'). */
export function AppsMenu() {
  const { t } = useTranslation('shell')
  return (
    <BarPopup label={t('topBar.apps')} title={t('topBar.apps')} sign={<LayoutGrid size={ICON_PX} />}>
      {() => (
        <Grid>
          {APPS.map(({ name, Icon }) => (
            <li key={name}>
              <Icon size={ICON_PX} />
              {t(`apps.${name}`)}
              <Soon />
            </li>
          ))}
        </Grid>
      )}
    </BarPopup>
  )
}
