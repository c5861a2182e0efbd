import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { momentParts, patientName } from './appointment-label.ts'

/** 'Ada Obi, 10:30 AM on Mon 3 Mar'; who waits for a time has only a name. */
export function useNaming(): (row: Appointment) => string {
  const { t, i18n } = useTranslation('appointments')
  return (row) => {
    const name = patientName(row)
    if (row.waiting) return name
    return t('actions.named', { name, ...momentParts(row.appointment_date, isoLanguage(i18n.language)) })
  }
}
