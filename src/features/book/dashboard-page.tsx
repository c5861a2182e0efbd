import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { whenIdle } from '../../device/when-idle.ts'
import { paths } from '../../paths.ts'
import { searchOf } from '../../session/search-state.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { unseen } from '../../theme/unseen.ts'
import { DataState } from '../../ui/data-state.tsx'
import { lazyModule, prefetch } from '../../ui/lazy.tsx'
import { Problem } from '../../ui/paged-list/list-error.tsx'
import { QuickButton } from '../../ui/quick-button.ts'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { ActionSurfaces } from './action-surfaces.tsx'
import { prefetchDeskPanel } from './desk/panels.ts'
import { prefetchRequests } from './desk/requests/panels.ts'
import { RequestsChip } from './desk/requests/requests-chip.tsx'
import { AppointmentList } from './list/appointment-list.tsx'
import { ViewSwitch } from './list/view-switch.tsx'
import { NewAppointmentsSpoken } from './new-appointments-spoken.tsx'
import { useCorrectedLocation, useDashboardAddress } from './state/use-dashboard-address.ts'
import { useDesk } from './state/use-desk.ts'
import { useDeskLocation } from './state/use-desk-location.ts'
import { useShownLocation } from './state/use-shown-location.ts'
import { prefetchDialogs } from './visit/details/dialogs.ts'

// The page opens with the list; days and weeks load when they are chosen.
const calendarView = lazyModule(async () => (await import('./calendar/calendar-view.tsx')).CalendarView)

/** Lets a day open without a connection. */
export const prefetchCalendar = () => prefetch(calendarView)

const Page = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  '@media (min-width: 700px)': { marginTop: -12 },
  '& h1': { fontSize: '1.25rem' },
  // Controls are not printed, and paper is white in every mode. A day has sheets of its own (day-sheets.tsx).
  '@media print': {
    display: 'block',
    '& button, & label': { display: 'none' },
    '&, & *': { color: 'CanvasText !important', backgroundColor: 'Canvas !important' },
    colorScheme: 'only light',
  },
})

const Top = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  minHeight: 44,
  '& > h2': { overflowWrap: 'anywhere', minWidth: 0 },
})

const End = styled('div')({ marginInlineStart: 'auto' })

/** Line of its own on a phone: its text changes by itself, and the content below must not move. */
const Freshness = styled(End)({ '@media (max-width: 559.95px)': { width: '100%' } })

/** Days and weeks have their date as the heading that is seen. */
const Unseen = styled('h1')(unseen)

export function DashboardPage() {
  const { t } = useTranslation('appointments')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const search = searchOf(useLocation().state, staffId)
  const [address] = useDashboardAddress()
  useCorrectedLocation()
  const [updatedAt, setUpdatedAt] = useState(0)
  const location = useShownLocation(address.location, search)
  const { openNew } = useDesk(useDeskLocation())
  const isThere = updatedAt > 0
  const isCalendar = search === null && address.view !== 'list'
  useEffect(() => {
    if (isThere || isCalendar) prefetchParts()
  }, [isThere, isCalendar])
  return (
    <Page>
      {isCalendar ? (
        <>
          <Unseen>{t('title')}</Unseen>
          <Calendar />
        </>
      ) : (
        <>
          <Top>
            <h1>{t('title')}</h1>
            <RequestsChip />
            <Freshness>
              <DataState updatedAt={updatedAt} />
            </Freshness>
            {search === null && <ViewSwitch address={address} />}
            {openNew && (
              <QuickButton type="button" data-kind="contained" aria-keyshortcuts="n" onClick={openNew}>
                <Plus size={18} />
                {t('calendar.newShort')}
              </QuickButton>
            )}
          </Top>
          {search !== null && <SearchHead search={search} />}
          <AppointmentList search={search} onUpdated={setUpdatedAt} />
        </>
      )}
      <NewAppointmentsSpoken location={location} />
      <ActionSurfaces />
    </Page>
  )
}

function Calendar() {
  const { t } = useTranslation('shell')
  const [isMissing, setMissing] = useState(false)
  const CalendarView = useLazyPart(calendarView, !isMissing, () => setMissing(true))
  if (CalendarView) return <CalendarView />
  return isMissing && <Problem why={t('partMissing')} onRetry={() => setMissing(false)} />
}

/** Lets an open page show days and details after the connection is gone. */
const prefetchParts = () =>
  whenIdle(() => {
    prefetchCalendar()
    prefetchDialogs()
    prefetchDeskPanel()
    prefetchRequests()
  })

function SearchHead({ search }: { search: string }) {
  const { t } = useTranslation('appointments')
  const navigate = useNavigate()
  return (
    <Top>
      <h2>{t('results', { search })}</h2>
      <End>
        {/* A history step of its own, so that Back returns to the results. */}
        <Button variant="outlined" onClick={() => void navigate(paths.dashboard())}>
          {t('clear')}
        </Button>
      </End>
    </Top>
  )
}
