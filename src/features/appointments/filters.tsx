import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { ownLocationsAtom } from '../../session/rights.ts'
import { FilterSelect } from '../../ui/paged-list/filter-select.tsx'
import type { DashboardAddress } from './dashboard-address.ts'

type Headed = { heading?: string }
type LocationProps = Headed & { location: string; onLocation: (code: string) => void }

/**
 * Whose appointments are shown: Lagos, Abuja, Port Harcourt or All (specification, section 2), as far as they are one's
 * own. With one location there is nothing to choose.
 */
export function LocationFilter({ location, onLocation, heading }: LocationProps) {
  const { t } = useTranslation('appointments')
  const own = useAtomValue(ownLocationsAtom)
  if (own.length === 1) return null
  return (
    <FilterSelect
      label={t('filters.location')}
      heading={heading}
      value={location}
      options={[...own.map(({ code, name }) => [code, name] as const), [ALL_LOCATIONS, t('filters.all')]]}
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
