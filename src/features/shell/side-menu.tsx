import Drawer from '@mui/material/Drawer'
import { type CSSObject, styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { mayAtom } from '../../session/rights.ts'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { unseen } from '../../theme/unseen.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { bar, barColours, ICON_PX, TOP_BAR_PX } from './bars.ts'
import { leftSideBarThemeAtom, sidebarSizeAtom } from './layout-settings.ts'
import { PLACEHOLDERS, type PlaceholderEntry, pageEntries } from './menu-entries.ts'
import { holdsCurrent, isCurrent } from './menu-tree.ts'
import { Soon } from './soon.tsx'

const row: CSSObject = {
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minHeight: TARGET_PX,
  boxSizing: 'border-box',
  padding: '0 12px',
  borderRadius: 8,
  fontSize: '0.875rem',
  color: bar('soft'),
  '& > svg': { flex: 'none' },
  '[data-size=small] &': { gap: 8, padding: '0 8px 0 12px', fontSize: '0.8125rem' },
  '[data-size=sm] &': { gap: 0, padding: 0, justifyContent: 'center' },
}

/** Text for screen readers only, in the icon view. */
const Label = styled('span')({
  flex: '1 1 0',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  textAlign: 'left',
  '[data-size=sm] &': unseen,
})

export const WIDTH_PX = { lg: 248, small: 192, sm: 64 } as const

const Nav = styled('nav')(({ theme }) => ({
  ...barColours(theme),
  flex: 'none',
  boxSizing: 'border-box',
  padding: 8,
  overflowY: 'auto',
  overflowX: 'hidden',
  borderRight: `1px solid ${bar('line')}`,
  ...Object.fromEntries(Object.entries(WIDTH_PX).map(([size, width]) => [`&[data-size=${size}]`, { width }])),
  '& ul': { margin: 0, padding: 0, listStyle: 'none' },
  // Beside the page it stays in view while the page scrolls.
  '&[data-beside=true]': {
    position: 'sticky',
    top: TOP_BAR_PX,
    alignSelf: 'flex-start',
    height: `calc(100dvh - ${TOP_BAR_PX}px)`,
  },
  '&[data-beside=false]': { minHeight: '100%', maxWidth: '100vw' },
}))

const Entry = styled(PageLink)({
  ...row,
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { color: bar('ink'), backgroundColor: bar('hover') },
  '&[aria-current]': { color: bar('current'), backgroundColor: bar('currentFill') },
  '&:focus-visible': { outlineOffset: -2 },
})

const Heading = styled('h2')({
  margin: '16px 12px 4px',
  fontSize: '0.75rem',
  fontWeight: 600,
  color: bar('soft'),
  // Between bare icons a line marks the end of the pages.
  '[data-size=sm] &': {
    height: 0,
    margin: '8px 4px',
    overflow: 'hidden',
    borderTop: `1px solid ${bar('line')}`,
  },
})

type Props = { id: string; isDesktop: boolean; isOpen: boolean; onLeave: () => void }

/** Beside the page, or a drawer over it on narrow pages. */
export function SideMenu({ id, isDesktop, isOpen, onLeave }: Props) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const chosenSize = useAtomValue(sidebarSizeAtom)
  const theme = useAtomValue(leftSideBarThemeAtom)
  const entries = pageEntries(useAtomValue(mayAtom))
  const size = isDesktop ? chosenSize : 'lg'
  const isBare = size === 'sm'

  const menu = (
    <Nav id={id} data-bar={theme} data-size={size} data-beside={isDesktop} aria-label={t('menu.label')}>
      <ul>
        {entries.map((entry) => (
          <HintedItem key={entry.name} text={isBare ? t(`menu.pages.${entry.name}`) : null}>
            <Entry
              to={entry.path}
              aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
              onClick={onLeave}
            >
              <entry.Icon size={ICON_PX} />
              <Label>{t(`menu.pages.${entry.name}`)}</Label>
            </Entry>
          </HintedItem>
        ))}
      </ul>
      <Heading>{t('menu.more')}</Heading>
      <ul>
        {PLACEHOLDERS.map((entry) => (
          <Placeholder key={entry.name} entry={entry} isBare={isBare} />
        ))}
      </ul>
    </Nav>
  )
  if (isDesktop) return menu
  return (
    <Drawer open={isOpen} onClose={onLeave} slotProps={{ paper: { 'aria-label': t('menu.label') } }}>
      {menu}
    </Drawer>
  )
}

const Quiet = styled('div')({
  ...row,
  minHeight: 36,
  cursor: 'default',
  '[data-size=sm] & small': unseen,
})

const Branch = styled('button')({
  // Before the row, which sets its own size.
  font: 'inherit',
  ...row,
  border: 0,
  background: 'none',
  cursor: 'pointer',
  '&:hover': { color: bar('ink'), backgroundColor: bar('hover') },
  '&:focus-visible': { outlineOffset: -2 },
  '& > svg:last-child': { transition: 'transform 150ms' },
  '&[aria-expanded=true] > svg:last-child': { transform: 'rotate(180deg)' },
})

const Below = styled('ul')({ '&&': { paddingLeft: 20 } })

type PlaceholderProps = { entry: PlaceholderEntry; isBare: boolean }

/** Not clickable, since it leads nowhere yet; a tree can be expanded. */
function Placeholder({ entry, isBare }: PlaceholderProps) {
  const { t } = useTranslation('shell')
  const name = t(`menu.placeholders.${entry.name}`)
  if (entry.children && !isBare) return <PlaceholderTree entry={entry} name={name} />
  return (
    <HintedItem text={isBare ? t('soonLong', { name }) : null}>
      <Quiet>
        {entry.Icon && <entry.Icon size={ICON_PX} />}
        <Label>{name}</Label>
        <Soon />
      </Quiet>
    </HintedItem>
  )
}

function PlaceholderTree({ entry, name }: { entry: PlaceholderEntry; name: string }) {
  const id = useId()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(holdsCurrent(entry, pathname))
  return (
    <li>
      <Branch type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {entry.Icon && <entry.Icon size={ICON_PX} />}
        <Label>{name}</Label>
        <ChevronDown size={16} />
      </Branch>
      <Below id={id} hidden={!isOpen}>
        {entry.children?.map((child) => (
          <Placeholder key={child.name} entry={child} isBare={false} />
        ))}
      </Below>
    </li>
  )
}

const Place = styled('span')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.tooltip,
  // The gap belongs to the hint, so that the pointer does not leave it on its way there.
  paddingLeft: 8,
  transform: 'translateY(-50%)',
  '& > span': {
    display: 'block',
    padding: '6px 10px',
    borderRadius: 6,
    fontSize: '0.8125rem',
    whiteSpace: 'nowrap',
    color: theme.vars.palette.background.paper,
    backgroundColor: theme.vars.palette.text.primary,
  },
}))

type HintedItemProps = {
  /** Null: the label is in the line itself. */
  text: string | null
  children: ReactNode
}

/**
 * Shows a label beside a sidebar line on hover or focus, until Escape. It is visual only: the line has its own name.
 * MUI's tooltip would be an eighth of the dashboard's code.
 */
function HintedItem({ text, children }: HintedItemProps) {
  const [at, setAt] = useState<{ top: number; left: number } | null>(null)
  const show = (line: Element) => {
    const { top, height, right: left } = line.getBoundingClientRect()
    setAt({ top: top + height / 2, left })
  }
  const hide = () => setAt(null)
  const onFocus = ({ currentTarget, target }: FocusEvent) => {
    if (target.matches(':focus-visible')) show(currentTarget)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') hide()
  }
  return (
    <li
      onPointerEnter={({ currentTarget }) => show(currentTarget)}
      onPointerLeave={hide}
      onFocus={onFocus}
      onBlur={hide}
      onKeyDown={onKeyDown}
    >
      {children}
      {text !== null &&
        at &&
        // In the page's own layer: sticky parts of the page would cover it in the sidebar's.
        createPortal(
          <Place aria-hidden="true" style={at}>
            <span>{text}</span>
          </Place>,
          document.body,
        )}
    </li>
  )
}
