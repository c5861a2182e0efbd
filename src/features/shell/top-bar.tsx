import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import Languages from 'lucide-react/icons/languages'
import Maximize from 'lucide-react/icons/maximize'
import Menu from 'lucide-react/icons/menu'
import Minimize from 'lucide-react/icons/minimize'
import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import PanelTopClose from 'lucide-react/icons/panel-top-close'
import PanelTopOpen from 'lucide-react/icons/panel-top-open'
import Settings from 'lucide-react/icons/settings'
import X from 'lucide-react/icons/x'
import { type Ref, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { clinicName } from '../../build.ts'
import { isoLanguage, LANGUAGE_NAMES } from '../../i18n/languages.ts'
import { offeredLanguages } from '../../i18n/offered-languages.ts'
import { paths } from '../../paths.ts'
import { mayAtom } from '../../session/rights.ts'
import { searchOf, searchState } from '../../session/search-state.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { lazyModule, prefetch } from '../../ui/lazy.tsx'
import { Mark } from '../../ui/mark.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useLanguageChoice } from '../../ui/use-language-choice.ts'
import { useKnownClinic } from '../../use-clinic.ts'
import { AppsMenu } from './apps-menu.tsx'
import { BarMenu } from './bar-menu.tsx'
import { BarShapes, useTurnAfterPage } from './bar-shapes.tsx'
import { BarButton, bar, barColours, ICON_PX, PHONE, SETTINGS_ID, TOP_BAR_PX } from './bars.ts'
import {
  isMenuFoldedAtom,
  layoutTypeAtom,
  showRightSidebarAtom,
  sidebarSizeAtom,
  toggleSidebarAtom,
  topbarThemeAtom,
} from './layout-settings.ts'
import { NotificationsBell } from './notifications-bell.tsx'
import { SearchBox } from './search-box.tsx'
import { useSetting } from './use-setting.ts'
import { UserMenu } from './user-menu.tsx'

/** Lazy, since it is rarely opened. */
export const settingsPanel = lazyModule(async () => (await import('./settings-panel.tsx')).SettingsPanel)

const Bar = styled('header')(({ theme }) => ({
  ...barColours(theme),
  position: 'sticky',
  zIndex: theme.zIndex.appBar,
  top: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  height: TOP_BAR_PX,
  padding: '0 16px',
  // The sidebar's button is above its icons, the row's button above its first entry.
  '&[data-beside=true]': { paddingLeft: 10 },
  borderBottom: `1px solid ${bar('line')}`,
  // Fits six thumb-wide buttons and the mark on the narrowest phone.
  [PHONE]: { gap: 0, padding: '0 4px' },
}))

const Gap = styled('div')({ flex: '1 1 0', minWidth: 0 })

/** Hidden on phones for want of room. */
const Roomy = styled('div')({ display: 'flex', gap: 4, [PHONE]: { display: 'none' } })

export type MenuState = { id: string; isOpen: boolean; toggle: () => void }

type Props = {
  isDesktop: boolean
  menu: MenuState
  menuButton: Ref<HTMLButtonElement>
  settingsButton: Ref<HTMLButtonElement>
}

/** The bar over the staff pages (specification, section 2: 'Shell'). */
export function TopBar(props: Props) {
  if (useTurnAfterPage()) return <Controls {...props} />
  return (
    <header>
      <BarShapes />
    </header>
  )
}

function Controls({ isDesktop, menu, menuButton, settingsButton }: Props) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const user = useAtomValue(authUserAtom)
  const readsBook = useAtomValue(mayAtom)('book.read')
  const isVertical = useAtomValue(layoutTypeAtom) === 'vertical'
  const [showsSettings, showSettings] = useSetting(showRightSidebarAtom)
  const { key, state } = useLocation()
  const searched = searchOf(state, user?.id ?? '') ?? ''
  // A search can be a patient's name, so it is in the history state and never in the address. The user's id goes along,
  // since the next person to sign in here can go back to that step. What is typed further takes the place of its beginning.
  const search = (text: string) =>
    navigate(paths.dashboard(), {
      replace: searched !== '',
      state: text === '' ? null : searchState(text, user?.id ?? ''),
    })

  return (
    <Bar data-bar={useAtomValue(topbarThemeAtom)} data-beside={isDesktop} aria-label={t('topBar.label')}>
      {!isDesktop && <MenuButton {...menu} ref={menuButton} />}
      {isDesktop && (isVertical ? <CollapseButton /> : <FoldButton id={menu.id} />)}
      <Brand />
      <Gap />
      {readsBook && <SearchBox searched={searched} step={key} onSearch={search} />}
      <LanguageMenu />
      <Roomy>
        <AppsMenu />
        <FullScreenButton />
      </Roomy>
      {readsBook && <NotificationsBell />}
      {user && <UserMenu user={user} />}
      <BarButton
        ref={settingsButton}
        type="button"
        aria-label={t('topBar.settings')}
        title={t('topBar.settings')}
        aria-expanded={showsSettings}
        aria-controls={showsSettings ? SETTINGS_ID : undefined}
        onPointerEnter={() => prefetch(settingsPanel)}
        onFocus={() => prefetch(settingsPanel)}
        onClick={() => showSettings(!showsSettings)}
      >
        <Settings size={ICON_PX} />
      </BarButton>
    </Bar>
  )
}

function MenuButton({ id, isOpen, toggle, ref }: MenuState & { ref: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation('shell')
  const Sign = isOpen ? X : Menu
  return (
    <BarButton
      ref={ref}
      type="button"
      aria-label={t(isOpen ? 'topBar.closeMenu' : 'topBar.openMenu')}
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      onClick={toggle}
    >
      <Sign size={ICON_PX} />
    </BarButton>
  )
}

function CollapseButton() {
  const { t } = useTranslation('shell')
  const isExpanded = useAtomValue(sidebarSizeAtom) !== 'sm'
  const toggle = useSetAtom(toggleSidebarAtom)
  const Sign = isExpanded ? PanelLeftClose : PanelLeftOpen
  const label = t(isExpanded ? 'topBar.collapse' : 'topBar.expand')
  return (
    <BarButton type="button" aria-label={label} title={label} onClick={toggle}>
      <Sign size={ICON_PX} />
    </BarButton>
  )
}

/** Folds the row of the horizontal layout away, and brings it back. */
function FoldButton({ id }: { id: string }) {
  const { t } = useTranslation('shell')
  const [isFolded, fold] = useAtom(isMenuFoldedAtom)
  const Sign = isFolded ? PanelTopOpen : PanelTopClose
  const label = t(isFolded ? 'topBar.openMenu' : 'topBar.closeMenu')
  return (
    <BarButton
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={!isFolded}
      aria-controls={isFolded ? undefined : id}
      onClick={() => fold(!isFolded)}
    >
      <Sign size={ICON_PX} />
    </BarButton>
  )
}

const Home = styled(PageLink)({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: TARGET_PX,
  minHeight: TARGET_PX,
  padding: '0 8px',
  borderRadius: 8,
  fontWeight: 600,
  textDecoration: 'none',
  color: bar('ink'),
  '& svg': { flex: 'none', color: bar('current') },
  // The letter is cut out of the mark and shows the bar.
  '& svg path + path': { stroke: bar('fill') },
  '&:focus-visible': { outlineOffset: -2 },
})

const Name = styled('span')({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  [PHONE]: { display: 'none' },
})

function Brand() {
  const { t } = useTranslation('shell')
  return (
    <Home to={paths.home()} aria-label={t('topBar.home', { clinic: clinicName })} title={clinicName}>
      <Mark size={28} />
      <Name>{clinicName}</Name>
    </Home>
  )
}

const isFull = () => document.fullscreenElement !== null
function onChange(tell: () => void) {
  document.addEventListener('fullscreenchange', tell)
  return () => document.removeEventListener('fullscreenchange', tell)
}

/** Hidden where the browser has no full screen (iPhones). */
function FullScreenButton() {
  const { t } = useTranslation('shell')
  const full = useSyncExternalStore(onChange, isFull)
  if (!document.fullscreenEnabled) return null
  const label = t(full ? 'topBar.leaveFullScreen' : 'topBar.fullScreen')
  const toggle = () => {
    const done = full ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    // The browser may refuse, or Escape comes first: the page stays as it is.
    done.catch(() => {})
  }
  const Sign = full ? Minimize : Maximize
  return (
    <BarButton type="button" aria-label={label} title={label} onClick={toggle}>
      <Sign size={ICON_PX} />
    </BarButton>
  )
}

/** Each language is named in itself. */
function LanguageMenu() {
  const { t } = useTranslation()
  const { language, choose } = useLanguageChoice()
  const offered = offeredLanguages(useKnownClinic())
  return (
    <BarMenu label={t('language')} sign={<Languages size={ICON_PX} />}>
      {(close) =>
        offered.map((code) => (
          <MenuItem
            key={code}
            role="menuitemradio"
            aria-checked={code === language}
            selected={code === language}
            lang={isoLanguage(code)}
            onClick={() => {
              close()
              choose(code)
            }}
          >
            {LANGUAGE_NAMES[code]}
          </MenuItem>
        ))
      }
    </BarMenu>
  )
}
