import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useAtomValue } from 'jotai'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { clinicName } from '../../build.ts'
import { unseen } from '../../theme/unseen.ts'
import { clinicYear } from '../../ui/clinic-year.ts'
import { InstallHint } from '../../ui/install/install-hint.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { useClinic } from '../../use-clinic.ts'
import { DESKTOP, PHONE, TOP_BAR_PX } from './bars.ts'
import { HorizontalMenu } from './horizontal-menu.tsx'
import { isPreloaderAtom, layoutTypeAtom, layoutWidthAtom, showRightSidebarAtom } from './layout-settings.ts'
import { Preloader, usePreloader } from './preloader.tsx'
import { SideMenu } from './side-menu.tsx'
import { SkipLink } from './skip-link.tsx'
import { settingsPanel, TopBar } from './top-bar.tsx'
import { useChosenMode } from './use-chosen-mode.ts'
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

/** What surrounds the staff pages: top bar, menu, footer, settings panel (specification, section 2: 'Shell'). */
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
