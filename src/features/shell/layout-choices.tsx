import { styled, useColorScheme } from '@mui/material/styles'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { TARGET_PX } from '../../theme/theme-components.ts'
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

const Group = styled('fieldset')({
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
  '& > legend': { marginBottom: 6, padding: 0, fontSize: '0.875rem', fontWeight: 600 },
})

const Choices = styled('div')(({ theme }) => ({
  display: 'flex',
  padding: 2,
  borderRadius: 10,
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.default,
}))

const Choice = styled('label')(({ theme }) => ({
  position: 'relative',
  flex: '1 1 0',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: TARGET_PX,
  padding: '2px 6px',
  borderRadius: 8,
  fontSize: '0.875rem',
  lineHeight: 1.25,
  textAlign: 'center',
  color: theme.vars.palette.text.secondary,
  cursor: 'pointer',
  '&:hover': { color: theme.vars.palette.text.primary },
  '& > input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' },
  '&:has(:checked)': {
    color: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.background.paper,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
    fontWeight: 600,
  },
  // Forced colours drop the fill and the line, and the radio button is hidden (theme-components.ts).
  '@media (forced-colors: active)': {
    '&:has(:checked)': { forcedColorAdjust: 'none', color: 'HighlightText', backgroundColor: 'Highlight' },
  },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 3 },
}))

type Props<T extends string> = {
  label: string
  choices: readonly T[]
  nameOf: (choice: T) => string
  value: T | undefined
  onChange: (choice: T) => void
}

/** Native radio buttons side by side. */
function ChoiceGroup<T extends string>({ label, choices, nameOf, value, onChange }: Props<T>) {
  const name = useId()
  return (
    <Group>
      <legend>{label}</legend>
      <Choices>
        {choices.map((choice) => (
          <Choice key={choice}>
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            {nameOf(choice)}
          </Choice>
        ))}
      </Choices>
    </Group>
  )
}

const Line = styled('label')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  minHeight: TARGET_PX,
  fontSize: '0.875rem',
  fontWeight: 600,
  cursor: 'pointer',
})

// A native checkbox, drawn as a switch.
const Track = styled('input')(({ theme }) => ({
  appearance: 'none',
  flex: 'none',
  position: 'relative',
  width: 40,
  height: 24,
  margin: 0,
  borderRadius: 12,
  border: `1px solid ${theme.vars.palette.controlLine}`,
  backgroundColor: theme.vars.palette.background.default,
  cursor: 'pointer',
  '&::before': {
    content: '""',
    position: 'absolute',
    top: 3,
    left: 3,
    width: 16,
    height: 16,
    borderRadius: 8,
    backgroundColor: theme.vars.palette.secondary.main,
    transition: 'transform 120ms',
  },
  '&:checked': {
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.primary.main,
  },
  '&:checked::before': {
    transform: 'translateX(16px)',
    backgroundColor: theme.vars.palette.primary.contrastText,
  },
}))

const Help = styled('p')(({ theme }) => ({ fontSize: '0.875rem', color: theme.vars.palette.text.secondary }))

type SettingSwitchProps = { label: string; help: string; isOn: boolean; onChange: (isOn: boolean) => void }

function SettingSwitch({ label, help, isOn, onChange }: SettingSwitchProps) {
  const helpId = useId()
  return (
    <div>
      <Line>
        {label}
        <Track
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-describedby={helpId}
          onChange={({ target }) => onChange(target.checked)}
        />
      </Line>
      <Help id={helpId}>{help}</Help>
    </div>
  )
}
