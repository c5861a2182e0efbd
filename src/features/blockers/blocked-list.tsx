import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { BlockedAppointment } from '../../../contract/blockers.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { telAddress } from '../../ui/contact-addresses.ts'
import { locationName } from '../../ui/location-name.ts'
import { formatMoment } from './blocker-labels.ts'

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  maxHeight: 'min(50vh, 420px)',
  overflowY: 'auto',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '0 12px',
    padding: '8px 12px',
    overflowWrap: 'anywhere',
    '& > .end': { textAlign: 'end' },
  },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& strong': { fontWeight: 600 },
  '& .soft': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
}))

/** Appointments under a blocker: whom to call. Focusable, since it scrolls. */
export function BlockedList({ label, visits }: { label: string; visits: readonly BlockedAppointment[] }) {
  const { t, i18n } = useTranslation('blockers')
  const language = isoLanguage(i18n.language)
  return (
    <List tabIndex={0} aria-label={label}>
      {visits.map(({ id, reference, patientName, appointment_date, location, doctor, phone }) => (
        <li key={id}>
          <strong>{patientName}</strong>
          <span className="soft end">{reference}</span>
          <span>{formatMoment(appointment_date, language)}</span>
          <span className="soft end">{locationName(location)}</span>
          {phone === '' ? (
            <span className="soft">{t('conflict.noPhone')}</span>
          ) : (
            <a href={telAddress(phone)}>{phone}</a>
          )}
          <span className="soft end">{doctor.name}</span>
        </li>
      ))}
    </List>
  )
}
