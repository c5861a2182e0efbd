import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { Badge, StateTag } from '../../ui/badge.tsx'
import { locationName } from '../../ui/location-name.ts'

/** 'Open' while an appointment waits to be confirmed, 'Closed' otherwise (specification, section 2). */
export function StatusBadge({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('appointments')
  return <StateTag tint={isOpen ? 'open' : 'closed'}>{t(isOpen ? 'status.open' : 'status.closed')}</StateTag>
}

/** A blocker has been laid over an appointment that was there before: the patient has to be called. */
export function BlockedBadge() {
  const { t } = useTranslation('appointments')
  return <StateTag tint="cancelled">{t('blocked')}</StateTag>
}

/** A shape for each location that the design knows, for those who don't tell its tint from another's. */
const SHAPES = {
  lag: 'M4 0a4 4 0 1 1 0 8a4 4 0 0 1 0-8z',
  fct: 'M0.5 0.5h7v7h-7z',
  phc: 'M4 0.3L8 7.5H0z',
  other: 'M4 0L8 4L4 8L0 4z',
} as const
type Known = keyof typeof SHAPES

const Place = styled(Badge, { shouldForwardProp: (prop) => prop !== 'tint' })<{ tint: Known }>(
  ({ theme, tint }) => ({
    color: theme.vars.palette.place[tint].ink,
    backgroundColor: theme.vars.palette.place[tint].fill,
  }),
)

/** A location by its name, in its tint. */
export function PlaceBadge({ code }: { code: string }) {
  const tint = code in SHAPES ? (code as Known) : 'other'
  return (
    <Place tint={tint}>
      <svg width="8" height="8" viewBox="0 0 8 8" fill="currentColor" aria-hidden="true">
        <path d={SHAPES[tint]} />
      </svg>
      {locationName(code)}
    </Place>
  )
}
