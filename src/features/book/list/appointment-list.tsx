import { styled } from '@mui/material/styles'
import { useAtom, useAtomValue } from 'jotai'
import { useDeferredValue, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Appointment } from '../../../../contract/appointments.ts'
import { PHONE_DIGITS_FROM, SEARCH_RESULTS } from '../../../../contract/lists.ts'
import { ALL_LOCATIONS } from '../../../../domain/locations.ts'
import { type AppointmentFilter, appointmentQueries } from '../../../api/appointments-list.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { paths } from '../../../paths.ts'
import { mayAtom, ownLocationsAtom } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { shortDay } from '../../../ui/format-time.ts'
import { lazyModule } from '../../../ui/lazy.tsx'
import { locationName } from '../../../ui/location-name.ts'
import type { Empty } from '../../../ui/paged-list/list-empty.tsx'
import { PagedList } from '../../../ui/paged-list/paged-list.tsx'
import { useLazyPart } from '../../../ui/use-lazy-part.ts'
import type { DashboardAddress } from '../state/dashboard-address.ts'
import { isHighlightShown } from '../state/highlight-booked.ts'
import { shownDays } from '../state/list-days.ts'
import { useAppointmentChanges } from '../state/use-appointment-changes.ts'
import { useClinicNow } from '../state/use-clinic-now.ts'
import { useDashboardAddress } from '../state/use-dashboard-address.ts'
import { useShownLocation } from '../state/use-shown-location.ts'
import { appointmentCard } from './appointment-card.tsx'
import { AppointmentLook, TABLE_FROM_PX } from './appointment-look.tsx'
import { ExportButton } from './export-button.tsx'
import { LocationFilter, StateFilter } from './filters.tsx'
import { SelectAll } from './select-row.tsx'
import { NO_SELECTION, selectionAtom } from './selection.ts'
import { isShortPhone } from './short-phone.ts'
import { useAppointmentColumns } from './use-appointment-columns.tsx'
import { useRowKeys } from './use-row-keys.ts'

// The page opens with the list; its further filters come right after it.
const moreFilters = lazyModule(async () => (await import('./more-filters.tsx')).MoreFilters)
const keepOthers = () => {}

/** One line if there is room; on a phone it scrolls sideways, so that the cards stay in view. */
const Filters = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  fontSize: '0.875rem',
  '& > label': { display: 'inline-flex', alignItems: 'center', gap: 6, fontWeight: 400 },
  '& select': { fontSize: '0.875rem' },
  [theme.breakpoints.between(700, 1100)]: { '& select': { maxWidth: 124 } },
  [theme.breakpoints.down(700)]: {
    flexWrap: 'nowrap',
    overflowX: 'auto',
    flex: '1 0 100%',
    // The ring of a focused control is not cut off.
    padding: 4,
    margin: -4,
    // What goes on beyond the edge fades into it.
    paddingInlineEnd: 28,
    maskImage: 'linear-gradient(to left, transparent, #000 28px)',
    scrollbarWidth: 'none',
    '& > label': { flex: 'none' },
  },
  '@media print': { display: 'none' },
}))

type Props = {
  search: string | null
  /** Called with the time when the shown rows were fetched, in milliseconds since 1970; 0: none are. */
  onUpdated: (at: number) => void
}

export function AppointmentList({ search, onUpdated }: Props) {
  const { t, i18n } = useTranslation('appointments')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const [address, go] = useDashboardAddress()
  const { location: said, status, visit, days, doctor, page } = address
  const { today } = useClinicNow()
  const { from, to } = shownDays(address, today)
  const location = useShownLocation(said, search)
  // A search includes cancelled appointments.
  const cancelled = address.cancelled || search !== null
  const filter = { location, status, visit, from, to, doctor, search, cancelled }
  const may = useAtomValue(mayAtom)
  const mayConfirm = may('book.write')
  const hasPlaces = useAtomValue(ownLocationsAtom).length > 1 && location === ALL_LOCATIONS
  const columns = useAppointmentColumns({ hasPlaces, canSelect: mayConfirm })
  const choose = (chosen: Partial<DashboardAddress>) => go({ ...chosen, page: 1 })
  const empty = useEmptyMessage(filter, choose)
  const language = isoLanguage(i18n.language)
  const MoreFilters = useLazyPart(moreFilters, useDeferredValue(true, false), keepOthers)
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list)

  const dayLine = ({ appointment_date }: Appointment) => {
    const date = appointment_date.slice(0, 10)
    const day = shortDay(date, language, { year: true })
    return date === today ? t('list.todayIs', { day }) : day
  }
  const isNarrowed = [status, visit, from, to, doctor].some((each) => each !== '')
  return (
    <AppointmentLook ref={list}>
      <PagedList
        query={appointmentQueries.list(staffId, { ...filter, page })}
        more={(next) => appointmentQueries.list(staffId, { ...filter, page: next })}
        page={page}
        onPage={(next, options) => go({ page: next }, options)}
        labels={{
          list: t('title'),
          pages: t('pagesLabel'),
          loading: t('loading'),
          failed: t('failed'),
          count: (count) => t(search !== null && count >= SEARCH_RESULTS ? 'manyMatch' : 'count', { count }),
        }}
        columns={columns}
        card={appointmentCard}
        tableFrom={TABLE_FROM_PX}
        bar={
          // The others come later.
          <Filters data-scrolls="" data-first={2}>
            <LocationFilter
              location={location}
              // Its doctors are others.
              onLocation={(code) => choose({ location: code, doctor: '' })}
            />
            <StateFilter
              heading={t('columns.status')}
              status={status}
              visit={visit}
              onState={(state) => choose({ ...state, cancelled: false })}
            />
            {MoreFilters && (
              <MoreFilters
                location={location}
                days={days}
                from={address.from}
                to={address.to}
                doctor={doctor}
                cancelled={address.cancelled}
                hasCancelled={search === null && status === '' && visit === ''}
                onChoose={choose}
              />
            )}
          </Filters>
        }
        filters={(isTable, rows) => (isTable && mayConfirm ? { tick: <SelectAll rows={rows} /> } : {})}
        groupOf={search === null ? dayLine : undefined}
        empty={empty}
        isCached
        changes={useAppointmentChanges(isNarrowed || search !== null)}
        shownHighlight={isHighlightShown}
        below={(rows) => mayConfirm && <BulkPlace filter={filter} rows={rows} />}
        tools={(hasRows) => may('export') && <ExportButton filter={filter} isOffered={hasRows} />}
        skeletonLines={2}
        onUpdated={onUpdated}
      />
    </AppointmentLook>
  )
}

type Filter = Pick<DashboardAddress, 'location' | 'status' | 'visit' | 'from' | 'to' | 'doctor'>

const UNFILTERED = { status: '', visit: '', days: '', from: '', to: '', doctor: '' } as const

function useEmptyMessage(
  { location, status, search, ...further }: Filter & { search: string | null },
  onFilter: (filter: Filter & Pick<DashboardAddress, 'days'>) => void,
): Empty {
  const { t } = useTranslation('appointments')
  const navigate = useNavigate()
  // With one location, all of its appointments are listed already.
  const isPart = useAtomValue(ownLocationsAtom).length > 1 && location !== ALL_LOCATIONS
  const isNarrowed = [further.visit, further.from, further.to, further.doctor].some((each) => each !== '')
  const place = location === ALL_LOCATIONS ? t('anyLocation') : locationName(location)
  const everything = () => onFilter({ location: ALL_LOCATIONS, ...UNFILTERED })
  const say = (sentence: string, children: string, onClick: () => void): Empty => ({
    sentence,
    action: { children, onClick },
  })

  if (search !== null) {
    const sentence = isShortPhone(search)
      ? t('noMatchShort', { search, count: PHONE_DIGITS_FROM })
      : t('noMatch', { search })
    if (isPart || status !== '' || isNarrowed) return say(sentence, t('searchAll'), everything)
    return say(sentence, t('showAll'), () => void navigate(paths.dashboard()))
  }
  if (status !== '' || isNarrowed) {
    const sentence = status === '' || isNarrowed ? t('list.none', { place }) : t(`none.${status}`, { place })
    return say(sentence, t('showAll'), () => onFilter({ location, ...UNFILTERED }))
  }
  const sentence = t('empty', { location: place })
  if (isPart) return say(sentence, t('showAllLocations'), everything)
  return say(sentence, t('book'), () => void navigate(paths.book()))
}

/* Confirming needs the server, so it is not kept on the device (scripts/build/who-needs.ts). */
const bulkBar = lazyModule(async () => (await import('./bulk-bar.tsx')).BulkBar)

/** Over what is under it while the list goes on below the screen. */
const Place = styled('div')({
  position: 'sticky',
  zIndex: 2,
  bottom: 16,
  '&:empty': { display: 'none' },
  '@media print': { display: 'none' },
})

type BulkPlaceProps = {
  /** The filter: another one clears the selection. */
  filter: AppointmentFilter
  /** Rows on screen. */
  rows: readonly Appointment[]
}

function BulkPlace({ filter, rows }: BulkPlaceProps) {
  const [selection, setSelection] = useAtom(selectionAtom)
  const question = JSON.stringify(filter)
  const isOpen = selection.size > 0
  const BulkBar = useLazyPart(bulkBar, isOpen, () => setSelection(NO_SELECTION))
  useEffect(() => () => setSelection(NO_SELECTION), [question, setSelection])
  return <Place>{isOpen && BulkBar && <BulkBar key={question} filter={filter} rows={rows} />}</Place>
}
