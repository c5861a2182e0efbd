import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../../contract/appointments.ts'

export const Quiet = styled('p')(({ theme }) => ({ color: theme.vars.palette.text.secondary }))

type Appointments = readonly Appointment[]

export function useTotalsLabel(): (appointments: Appointments) => string {
  const { t } = useTranslation('appointments')
  return (appointments) => {
    const pending = appointments.filter(({ isOpen }) => isOpen).length
    return `${t('day.count', { count: appointments.length })}, ${t('day.pending', { count: pending })}`
  }
}

export function Totals({ of }: { of: Appointments }) {
  const totalsLabel = useTotalsLabel()
  return <Quiet>{totalsLabel(of)}</Quiet>
}
