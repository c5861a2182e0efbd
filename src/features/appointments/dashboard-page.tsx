import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { whenIdle } from '../../device/when-idle.ts'
import { paths } from '../../paths.ts'
import { searchOf } from '../../session/search-state.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { DataState } from '../../ui/data-state.tsx'
import { ActionSurfaces } from './actions/action-surfaces.tsx'
import { prefetchDialogs } from './actions/lazy-dialogs.ts'
import { AppointmentList } from './appointment-list.tsx'
import { LazyDayView, prefetchDayView } from './day/lazy-day-view.tsx'
import { NewAppointmentsSpoken } from './live/new-appointments-spoken.tsx'
import { useCorrectedLocation, useDashboardAddress } from './use-dashboard-address.ts'
import { useShownLocation } from './use-shown-location.ts'
import { ViewSwitch } from './view-switch.tsx'

const Page = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
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

export function DashboardPage() {
  const { t } = useTranslation('appointments')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const search = searchOf(useLocation().state, staffId)
  const [address] = useDashboardAddress()
  useCorrectedLocation()
  const [updatedAt, setUpdatedAt] = useState(0)
  const location = useShownLocation(address.location, search)
  const isThere = updatedAt > 0
  useEffect(() => {
    if (isThere) prefetchParts()
  }, [isThere])
  return (
    <Page>
      <Top>
        <h1>{t('title')}</h1>
        {search === null && <ViewSwitch address={address} />}
        <End>
          <DataState updatedAt={updatedAt} />
          <NewAppointmentsSpoken location={location} />
        </End>
      </Top>
      {search !== null && <SearchHead search={search} />}
      {search === null && address.view === 'day' ? (
        <LazyDayView onUpdated={setUpdatedAt} />
      ) : (
        <AppointmentList key={search} search={search} onUpdated={setUpdatedAt} />
      )}
      <ActionSurfaces />
    </Page>
  )
}

/** Lets an open page show days and details after the connection is gone. */
const prefetchParts = () =>
  whenIdle(() => {
    prefetchDayView()
    prefetchDialogs()
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
