import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { paths } from '../../app/paths.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { locationName } from '../../ui/location-name.ts'
import { AppointmentList } from './appointment-list.tsx'
import { searchOf } from './search-state.ts'

const Page = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 })

const Top = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  '& > h2': { overflowWrap: 'anywhere', minWidth: 0 },
})

/** /dashboard: the appointments of the staff member's location, or of all locations what a search finds. */
export function DashboardPage() {
  const { t } = useTranslation('appointments')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const search = searchOf(useLocation().state, staffId)
  return (
    <Page>
      <h1>{t('title')}</h1>
      {search === null ? <OwnAppointments /> : <SearchResults key={search} search={search} />}
    </Page>
  )
}

function OwnAppointments() {
  const { t } = useTranslation('appointments')
  const location = useAtomValue(authUserAtom)?.location ?? ALL_LOCATIONS
  const name = location === ALL_LOCATIONS ? t('allLocations') : locationName(location)
  return (
    <>
      <h2>{name}</h2>
      <AppointmentList location={location} search={null} empty={<p>{t('empty', { location: name })}</p>} />
    </>
  )
}

function SearchResults({ search }: { search: string }) {
  const { t } = useTranslation('appointments')
  const navigate = useNavigate()
  // A step of its own, so that Back leads to the results again.
  const clear = () => void navigate(paths.dashboard())
  return (
    <>
      <Top>
        <h2>{t('results', { search })}</h2>
        <Button variant="outlined" onClick={clear}>
          {t('clear')}
        </Button>
      </Top>
      <AppointmentList location={ALL_LOCATIONS} search={search} empty={<p>{t('noMatch', { search })}</p>} />
    </>
  )
}
