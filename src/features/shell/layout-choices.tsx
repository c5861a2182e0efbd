import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { styled, useColorScheme } from '@mui/material/styles'
import { useId } from 'react'
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
import { useSetting } from './use-setting.ts'

const Help = styled('p')(({ theme }) => ({
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
}))

/** Every choice of the settings panel. All of them hold at once and are remembered on the device. */
export function LayoutChoices() {
  const { t } = useTranslation('shell')
  const helpId = useId()
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
        // Until one is chosen the mode is the device's.
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
      <div>
        <FormControlLabel
          control={
            <Switch
              checked={hasPreloader}
              onChange={(_, checked) => setPreloader(checked)}
              slotProps={{ input: { 'aria-describedby': helpId } }}
            />
          }
          label={t('settings.preloader')}
        />
        <Help id={helpId}>{t('settings.preloaderHelp')}</Help>
      </div>
    </>
  )
}
