import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { StaffRow } from '../../../contract/staff.ts'

const TINTS = { active: 'closed', disabled: 'cancelled', invited: 'open' } as const

const Badge = styled('span', { shouldForwardProp: (prop) => prop !== 'tint' })<{
  tint: (typeof TINTS)[keyof typeof TINTS]
}>(({ theme, tint }) => ({
  display: 'inline-block',
  padding: '2px 10px',
  borderRadius: 10,
  fontSize: '0.875rem',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.status[tint].ink,
  backgroundColor: theme.vars.palette.status[tint].fill,
}))

/** Whether somebody can sign in, as a word on a tint. */
export function StateBadge({ state }: { state: StaffRow['state'] }) {
  const { t } = useTranslation('account')
  return <Badge tint={TINTS[state]}>{t(`staff.states.${state}`)}</Badge>
}
