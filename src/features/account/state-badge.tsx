import { useTranslation } from 'react-i18next'
import type { StaffRow } from '../../../contract/staff.ts'
import { StateTag } from '../../ui/badge.tsx'

const TINTS = { active: 'closed', disabled: 'cancelled', invited: 'open' } as const

export function StateBadge({ state }: { state: StaffRow['state'] }) {
  const { t } = useTranslation('account')
  return <StateTag tint={TINTS[state]}>{t(`staff.states.${state}`)}</StateTag>
}
