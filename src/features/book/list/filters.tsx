import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { ALL_LOCATIONS } from '../../../../domain/locations.ts'
import { VISIT_STATES } from '../../../../domain/visits.ts'
import { ownLocationsAtom } from '../../../session/rights.ts'
import { FilterSelect } from '../../../ui/paged-list/filter-select.tsx'
import type { DashboardAddress } from '../state/dashboard-address.ts'

type Headed = { heading?: string }
type LocationProps = Headed & { location: string; onLocation: (code: string) => void }

/**
 * Location filter: Lagos, Abuja, Port Harcourt or All (specification, section 2), of one's own locations. Hidden with
 * a single location.
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

type State = Pick<DashboardAddress, 'status' | 'visit'>
type StateProps = Headed & State & { onState: (state: State) => void }

/** Pending, Confirmed or All (specification, section 2), and how far a visit has got. */
export function StateFilter({ status, visit, onState, heading }: StateProps) {
  const { t } = useTranslation('appointments')
  return (
    <FilterSelect<State['status'] | State['visit']>
      label={t('filters.status')}
      heading={heading}
      value={status || visit}
      options={[
        ['pending', t('filters.pending')],
        ['confirmed', t('filters.confirmed')],
        ...VISIT_STATES.map((state) => [state, t(`visit.${state}`)] as const),
        ['', t('filters.all')],
      ]}
      onChoose={(state) =>
        onState(
          state === 'pending' || state === 'confirmed'
            ? { status: state, visit: '' }
            : { status: '', visit: state },
        )
      }
    />
  )
}
