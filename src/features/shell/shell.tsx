import { styled, useColorScheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useAtomValue } from 'jotai'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { clinicName } from '../../build.ts'
import { unseen } from '../../theme/unseen.ts'
import { clinicYear } from '../../ui/clinic-year.ts'
import { InstallHint } from '../../ui/install/install-hint.tsx'
import { Mark } from '../../ui/mark.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { useClinic } from '../../use-clinic.ts'
import { DESKTOP, PHONE, TOP_BAR_PX } from './bars.ts'
import { HorizontalMenu } from './horizontal-menu.tsx'
import {
  isPreloaderAtom,
  layoutModeTypeAtom,
  layoutTypeAtom,
  layoutWidthAtom,
  showRightSidebarAtom,
} from './layout-settings.ts'
import { SideMenu } from './side-menu.tsx'
import { settingsPanel, TopBar } from './top-bar.tsx'
import { useSetting } from './use-setting.ts'

export const BOXED_PX = 1200

const Frame = styled('div')(({ theme }) => ({
  // Offset for what sticks to the top of a page, under the bar.
  '--top-bar': `${TOP_BAR_PX}px`,
  minHeight: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  // In a flex box the head of a table would not repeat on each page.
  '@media print': {
    display: 'block',
    '& > div, & > div > div': { display: 'block' },
    '& > header, & nav, & footer': { display: 'none' },
  },
  // A page that reaches down to the window's edge scrolls in itself: what follows is there to be read aloud.
  '@media (min-width: 700px)': {
    '&:has([data-fills-window]) main': { paddingBottom: 0 },
    '&:has([data-fills-window]) footer': { ...unseen, padding: 0, border: 0 },
  },
  '&[data-width=boxed]': {
    boxSizing: 'border-box',
    maxWidth: BOXED_PX,
    margin: '0 auto',
    borderInline: `1px solid ${theme.vars.palette.divider}`,
  },
}))

const Middle = styled('div')({ flex: 1, display: 'flex' })
const Column = styled('div')({ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' })

const Main = styled('main')({
  flex: 1,
  padding: '24px 24px 32px',
  outline: 'none',
  [PHONE]: { padding: '16px 16px 24px' },
})

const Footer = styled('footer')(({ theme }) => ({
  padding: '14px 24px',
  [PHONE]: { paddingInline: 16 },
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  fontSize: '0.875rem',
  overflowWrap: 'anywhere',
  color: theme.vars.palette.text.secondary,
}))

/** Frame of the staff pages: top bar, menu, footer, settings panel (specification, section 2: 'Shell'). */
export function Shell({ children }: { children: ReactNode }) {
  const clinic = useClinic()
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const isDesktop = useMediaQuery(DESKTOP, { noSsr: true })
  const isVertical = useAtomValue(layoutTypeAtom) === 'vertical'
  const width = useAtomValue(layoutWidthAtom)
  const [showsSettings, showSettings] = useSetting(showRightSidebarAtom)
  const SettingsPanel = useLazyPart(settingsPanel, showsSettings, () => showSettings(false))
  const isCovered = usePreloader(useAtomValue(isPreloaderAtom), pathname)
  const main = useRef<HTMLElement>(null)
  const settingsButton = useRef<HTMLButtonElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  const menuId = useId()
  // The menu belongs to the page on which it was opened, so the next page closes it.
  const [menuOpenAt, setMenuOpenAt] = useState<string>()
  const isMenuOpen = !isDesktop && menuOpenAt === pathname
  const closeMenu = () => setMenuOpenAt(undefined)
  const menu = { id: menuId, isOpen: isMenuOpen, onLeave: closeMenu }
  useChosenMode()

  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isMenuOpen || isVertical) return
    closeMenu()
    menuButton.current?.focus()
  }

  return (
    <Frame data-width={width} onKeyDown={onKeyDown}>
      <SkipLink to={main}>{t('skip')}</SkipLink>
      <TopBar
        isDesktop={isDesktop}
        menu={{
          id: menuId,
          isOpen: isMenuOpen,
          toggle: () => setMenuOpenAt(isMenuOpen ? undefined : pathname),
        }}
        menuButton={menuButton}
        settingsButton={settingsButton}
      />
      {!isVertical && <HorizontalMenu {...menu} />}
      <Middle>
        {isVertical && <SideMenu {...menu} isDesktop={isDesktop} />}
        <Column>
          <Main ref={main} id="main" tabIndex={-1} aria-busy={isCovered}>
            <InstallHint audience="staff" />
            {children}
          </Main>
          <Footer>
            © {clinicYear(new Date(), clinic.timeZone)} {clinicName}
          </Footer>
        </Column>
      </Middle>
      {showsSettings && SettingsPanel && (
        <SettingsPanel onClose={() => showSettings(false)} opener={settingsButton} />
      )}
      {isCovered && <Preloader />}
    </Frame>
  )
}

/** Specification, section 9. */
const PRELOADER_MS = 2500

const PreloaderCover = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: 0,
  zIndex: theme.zIndex.modal,
  display: 'grid',
  placeItems: 'center',
  color: theme.vars.palette.primary.main,
  backgroundColor: theme.vars.palette.background.default,
  '@keyframes breathe': { '50%': { opacity: 0.45 } },
  '& > svg': { animation: 'breathe 1.25s ease-in-out infinite' },
}))

/** Covers a page for 2.5 s after each change of route, from the same render on, so that nothing shows before. */
function usePreloader(isEnabled: boolean, pathname: string): boolean {
  const [shownFor, setShownFor] = useState<string>()
  useEffect(() => {
    // Enabling it is no change of route: the open page counts as shown.
    if (!isEnabled) return setShownFor(pathname)
    const timer = setTimeout(() => setShownFor(pathname), PRELOADER_MS)
    return () => clearTimeout(timer)
  }, [isEnabled, pathname])
  return isEnabled && shownFor !== pathname
}

function Preloader() {
  const { t } = useTranslation()
  return (
    <PreloaderCover role="status" aria-label={t('loading')}>
      <Mark size={56} />
    </PreloaderCover>
  )
}

const SkipAnchor = styled('a')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.tooltip,
  top: 6,
  left: 8,
  padding: '10px 16px',
  borderRadius: 8,
  fontWeight: 600,
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
  '&:not(:focus)': { clipPath: 'inset(50%)' },
}))

type Props = { to: RefObject<HTMLElement | null>; children: ReactNode }

/** First in tab order. */
function SkipLink({ to, children }: Props) {
  const skip = (event: MouseEvent) => {
    // A place within the page is not in the address.
    event.preventDefault()
    to.current?.focus()
    to.current?.scrollIntoView()
  }
  return (
    <SkipAnchor href="#main" onClick={skip}>
      {children}
    </SkipAnchor>
  )
}

/** Follows the choice of other tabs too; without one, the device. */
function useChosenMode(): void {
  const { setMode } = useColorScheme()
  const chosen = useAtomValue(layoutModeTypeAtom)
  useEffect(() => {
    setMode(chosen ?? 'system')
    if (chosen) window.showMode?.(chosen)
  }, [chosen, setMode])
}
