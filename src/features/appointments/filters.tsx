import { useTranslation } from 'react-i18next'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { clinic } from '../../clinic.ts'
import type { DashboardAddress } from './dashboard-address.ts'
import { FilterSelect } from './filter-select.tsx'

const LOCATIONS = clinic.locations.map(({ code, name }) => [code, name] as const)

type LocationProps = { location: string; onLocation: (code: string) => void }

/** Whose appointments are shown: Lagos, Abuja, Port Harcourt or All (specification, section 2). */
export function LocationFilter({ location, onLocation }: LocationProps) {
  const { t } = useTranslation('appointments')
  return (
    <FilterSelect
      label={t('filters.location')}
      value={location}
      options={[...LOCATIONS, [ALL_LOCATIONS, t('filters.all')]]}
      onChoose={onLocation}
    />
  )
}

type Status = DashboardAddress['status']
type StatusProps = { status: Status; onStatus: (status: Status) => void }

/** Pending, Confirmed or All (specification, section 2). */
export function StatusFilter({ status, onStatus }: StatusProps) {
  const { t } = useTranslation('appointments')
  return (
    <FilterSelect<Status>
      label={t('filters.status')}
      value={status}
      options={[
        ['pending', t('filters.pending')],
        ['confirmed', t('filters.confirmed')],
        ['', t('filters.all')],
      ]}
      onChoose={onStatus}
    />
  )
}
