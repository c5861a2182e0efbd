import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { SEARCH_HITS } from '../../../contract/lists.ts'
import { appointmentQueries } from '../../api/appointments-list.ts'
import { mayAtom } from '../../session/rights.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { PagedList } from '../../ui/paged-list/paged-list.tsx'
import { appointmentCard } from './appointment-card.tsx'
import { AppointmentLook, useTableWidth } from './appointment-look.tsx'
import { ExportButton } from './export-button.tsx'
import { LocationFilter, StatusFilter } from './filters.tsx'
import { isHighlightShown } from './live/highlight-booked.ts'
import { useAppointmentChanges } from './live/use-appointment-changes.ts'
import { useAppointmentColumns } from './use-appointment-columns.tsx'
import { useDashboardAddress } from './use-dashboard-address.ts'
import { useEmptyMessage } from './use-empty-message.ts'
import { useShownLocation } from './use-shown-location.ts'

type Props = {
  search: string | null
  /** When the shown rows were fetched, in milliseconds since 1970; 0: there are none. */
  onUpdated: (at: number) => void
}

export function AppointmentList({ search, onUpdated }: Props) {
  const { t } = useTranslation('appointments')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const [{ location: said, status, page }, go] = useDashboardAddress()
  const location = useShownLocation(said, search)
  // A search includes cancelled appointments.
  const filter = { location, status, search, cancelled: search !== null }
  const mayExport = useAtomValue(mayAtom)('export')
  const columns = useAppointmentColumns()
  const empty = useEmptyMessage(filter, (chosen) => go({ ...chosen, page: 1 }))
  return (
    <AppointmentLook>
      <PagedList
        query={appointmentQueries.list(staffId, { ...filter, page })}
        page={page}
        onPage={(next, options) => go({ page: next }, options)}
        labels={{
          list: t('title'),
          pages: t('pagesLabel'),
          loading: t('loading'),
          failed: t('failed'),
          count: (count) => t(search !== null && count >= SEARCH_HITS ? 'manyMatch' : 'count', { count }),
        }}
        columns={columns}
        card={appointmentCard}
        tableFrom={useTableWidth()}
        filters={(isTable) => ({
          location: (
            <LocationFilter
              heading={isTable ? undefined : t('columns.location')}
              location={location}
              onLocation={(code) => go({ location: code, page: 1 })}
            />
          ),
          status: (
            <StatusFilter
              heading={isTable ? undefined : t('columns.status')}
              status={status}
              onStatus={(chosen) => go({ status: chosen, page: 1 })}
            />
          ),
        })}
        empty={empty}
        isCached
        changes={useAppointmentChanges(status !== '' || search !== null)}
        shownHighlight={isHighlightShown}
        tools={(hasRows) => mayExport && <ExportButton filter={filter} isOffered={hasRows} />}
        skeletonLines={2}
        onUpdated={onUpdated}
      />
    </AppointmentLook>
  )
}
