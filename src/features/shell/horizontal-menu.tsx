import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { mayAtom } from '../../session/rights.ts'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { BELOW_DESKTOP, DESKTOP, ICON_PX, TOP_BAR_PX } from './bars.ts'
import { isMenuFoldedAtom } from './layout-settings.ts'
import { pageEntries } from './menu-entries.ts'
import { isCurrent } from './menu-tree.ts'

const ABOVE = `@media ${DESKTOP}`

const Nav = styled('nav')(({ theme }) => ({
  padding: '0 12px',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  '& > ul': { display: 'flex', gap: 4, margin: 0, padding: 0, listStyle: 'none' },
  [ABOVE]: { '&[data-folded=true]': { display: 'none' } },
  // On narrow pages it hangs from the top bar while it is open, over the page.
  [BELOW_DESKTOP]: {
    position: 'fixed',
    zIndex: theme.zIndex.appBar,
    top: TOP_BAR_PX,
    left: 0,
    right: 0,
    maxHeight: `calc(100dvh - ${TOP_BAR_PX}px)`,
    overflowY: 'auto',
    padding: 8,
    boxShadow: theme.vars.shadows[8],
    '&[data-open=false]': { display: 'none' },
    '& > ul': { flexDirection: 'column' },
  },
}))

const Entry = styled(PageLink)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: TARGET_PX,
  padding: '0 12px',
  borderBottom: '2px solid transparent',
  fontSize: '0.875rem',
  fontWeight: 600,
  textDecoration: 'none',
  color: theme.vars.palette.text.secondary,
  '& svg': { flex: 'none' },
  '&:hover': { color: theme.vars.palette.text.primary },
  '&[aria-current]': { color: theme.vars.palette.primary.main, borderColor: theme.vars.palette.primary.main },
  '&:focus-visible': { outlineOffset: -2 },
  [BELOW_DESKTOP]: {
    borderBottom: 0,
    borderRadius: 8,
    '&:hover': { backgroundColor: theme.vars.palette.background.default },
    '&[aria-current]': { backgroundColor: theme.vars.palette.background.default },
  },
}))

type Props = { id: string; isOpen: boolean; onLeave: () => void }

/** A row under the top bar; on narrow pages a button opens it. */
export function HorizontalMenu({ id, isOpen, onLeave }: Props) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const isFolded = useAtomValue(isMenuFoldedAtom)
  const entries = pageEntries(useAtomValue(mayAtom))
  return (
    <Nav id={id} data-open={isOpen} data-folded={isFolded} aria-label={t('menu.label')}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.name}>
            <Entry
              to={entry.path}
              aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
              onClick={onLeave}
            >
              <entry.Icon size={ICON_PX} />
              {t(`menu.pages.${entry.name}`)}
            </Entry>
          </li>
        ))}
      </ul>
    </Nav>
  )
}
