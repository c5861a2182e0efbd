import { useTranslation } from 'react-i18next'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { clinic } from '../../clinic.ts'
import { FilterSelect } from '../../ui/paged-list/filter-select.tsx'
import type { DashboardAddress } from './dashboard-address.ts'

const LOCATIONS = clinic.locations.map(({ code, name }) => [code, name] as const)

type Headed = { heading?: string }
type LocationProps = Headed & { location: string; onLocation: (code: string) => void }

/** Whose appointments are shown: Lagos, Abuja, Port Harcourt or All (specification, section 2). */
export function LocationFilter({ location, onLocation, heading }: LocationProps) {
  const { t } = useTranslation('appointments')
  return (
    <FilterSelect
      label={t('filters.location')}
      heading={heading}
      value={location}
      options={[...LOCATIONS, [ALL_LOCATIONS, t('filters.all')]]}
      onChoose={onLocation}
    />
  )
}

type Status = DashboardAddress['status']
type StatusProps = Headed & { status: Status; onStatus: (status: Status) => void }

/** Pending, Confirmed or All (specification, section 2). */
export function StatusFilter({ status, onStatus, heading }: StatusProps) {
  const { t } = useTranslation('appointments')
  return (
    <FilterSelect<Status>
      label={t('filters.status')}
      heading={heading}
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
