import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'

/** Words that stand back behind the appointments themselves. */
export const Quiet = styled('p')(({ theme }) => ({ color: theme.vars.palette.text.secondary }))

type Appointments = readonly Appointment[]

/** Says how many appointments there are, and how many of them wait to be confirmed. */
export function useTotalsLabel(): (appointments: Appointments) => string {
  const { t } = useTranslation('appointments')
  return (appointments) => {
    const pending = appointments.filter(({ isOpen }) => isOpen).length
    return `${t('day.count', { count: appointments.length })}, ${t('day.pending', { count: pending })}`
  }
}

/** How many appointments there are, where it is not announced. */
export function Totals({ of }: { of: Appointments }) {
  const totalsLabel = useTotalsLabel()
  return <Quiet>{totalsLabel(of)}</Quiet>
}
