import { useColorScheme } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { ChoiceGroup } from './choice-group.tsx'
import {
  BAR_THEMES,
  isPreloaderAtom,
  LAYOUT_MODES,
  LAYOUT_TYPES,
  LAYOUT_WIDTHS,
  layoutModeTypeAtom,
  layoutTypeAtom,
  layoutWidthAtom,
  leftSideBarThemeAtom,
  SIDEBAR_SIZES,
  sidebarSizeAtom,
  topbarThemeAtom,
} from './layout-settings.ts'
import { SettingSwitch } from './setting-switch.tsx'
import { useSetting } from './use-setting.ts'

/** Choices apply at once and are stored on the device. */
export function LayoutChoices() {
  const { t } = useTranslation('shell')
  const { colorScheme } = useColorScheme()
  const [layout, setLayout] = useSetting(layoutTypeAtom)
  const [mode, setMode] = useSetting(layoutModeTypeAtom)
  const [width, setWidth] = useSetting(layoutWidthAtom)
  const [topbarTheme, setTopbarTheme] = useSetting(topbarThemeAtom)
  const [size, setSize] = useSetting(sidebarSizeAtom)
  const [sidebarTheme, setSidebarTheme] = useSetting(leftSideBarThemeAtom)
  const [hasPreloader, setPreloader] = useSetting(isPreloaderAtom)
  return (
    <>
      <ChoiceGroup
        label={t('settings.layoutType.label')}
        choices={LAYOUT_TYPES}
        nameOf={(choice) => t(`settings.layoutType.${choice}`)}
        value={layout}
        onChange={setLayout}
      />
      <ChoiceGroup
        label={t('settings.layoutModeType.label')}
        choices={LAYOUT_MODES}
        nameOf={(choice) => t(`settings.layoutModeType.${choice}`)}
        // Without a choice the device's mode applies.
        value={mode ?? colorScheme}
        onChange={setMode}
      />
      <ChoiceGroup
        label={t('settings.layoutWidth.label')}
        choices={LAYOUT_WIDTHS}
        nameOf={(choice) => t(`settings.layoutWidth.${choice}`)}
        value={width}
        onChange={setWidth}
      />
      <ChoiceGroup
        label={t('settings.topbarTheme.label')}
        choices={BAR_THEMES}
        nameOf={(choice) => t(`settings.topbarTheme.${choice}`)}
        value={topbarTheme}
        onChange={setTopbarTheme}
      />
      {layout === 'vertical' && (
        <>
          <ChoiceGroup
            label={t('settings.sidebarSizeType.label')}
            choices={SIDEBAR_SIZES}
            nameOf={(choice) => t(`settings.sidebarSizeType.${choice}`)}
            value={size}
            onChange={setSize}
          />
          <ChoiceGroup
            label={t('settings.leftSideBarTheme.label')}
            choices={BAR_THEMES}
            nameOf={(choice) => t(`settings.leftSideBarTheme.${choice}`)}
            value={sidebarTheme}
            onChange={setSidebarTheme}
          />
        </>
      )}
      <SettingSwitch
        label={t('settings.preloader')}
        help={t('settings.preloaderHelp')}
        isOn={hasPreloader}
        onChange={setPreloader}
      />
    </>
  )
}
