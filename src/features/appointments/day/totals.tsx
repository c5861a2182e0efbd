import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'

const Quiet = styled('p')(({ theme }) => ({ color: theme.vars.palette.text.secondary }))

/** How many appointments there are, and how many of them wait to be confirmed. */
export function Totals({ of }: { of: readonly Appointment[] }) {
  const { t } = useTranslation('appointments')
  const pending = of.filter(({ isOpen }) => isOpen).length
  return (
    <Quiet>
      {t('day.count', { count: of.length })}, {t('day.pending', { count: pending })}
    </Quiet>
  )
}
