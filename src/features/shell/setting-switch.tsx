import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { TARGET_PX } from '../../theme/theme-components.ts'

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

type Props = { label: string; help: string; isOn: boolean; onChange: (isOn: boolean) => void }

export function SettingSwitch({ label, help, isOn, onChange }: Props) {
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
