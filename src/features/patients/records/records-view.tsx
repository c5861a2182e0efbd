import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { PatientRecord } from '../../../../contract/patients.ts'
import { patientQueries } from '../../../api/patients.ts'
import { paths } from '../../../paths.ts'
import { useStoredState } from '../../../session/open-forms.ts'
import { mayAtom } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { lazyModule } from '../../../ui/lazy.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { StatusAlert } from '../../../ui/status-alert.tsx'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { useFreshStatus } from '../../../ui/use-fresh-status.ts'
import { useKeys } from '../../../ui/use-keys.ts'
import { useLazyPart } from '../../../ui/use-lazy-part.ts'
import { RecordPanel } from './record-panel.tsx'

/* Searching and entering need a connection, and are kept on no device. */
const patientSearch = lazyModule(async () => (await import('./patient-search.tsx')).PatientSearch)
const newPatient = lazyModule(async () => (await import('./new-patient.tsx')).NewPatient)

const WIDE = '@media (min-width: 900px)'

const Parts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  alignItems: 'start',
  [WIDE]: { gridTemplateColumns: '336px minmax(0, 1fr)' },
})

// On a narrow page the record replaces the list.
const Side = styled('div')({ '@media (max-width: 899.95px)': { '&[data-away=true]': { display: 'none' } } })

const Nobody = styled('p')(({ theme }) => ({
  padding: '64px 24px',
  textAlign: 'center',
  color: theme.vars.palette.text.secondary,
  '@media (max-width: 899.95px)': { display: 'none' },
}))

/** Search and record side by side. The address has the id of the open record. */
export function RecordsView() {
  const { t } = useTranslation('records')
  useFreshStatus()
  const navigate = useNavigate()
  const { search } = useLocation()
  const open = new URLSearchParams(search).get('patient')
  const [isNew, setNew] = useStoredState('new patient', false)
  const input = useRef<HTMLInputElement>(null)
  const mayWrite = useAtomValue(mayAtom)('patients.write')
  const isAway = useDisabledReason() !== null
  const PatientSearch = useLazyPart(patientSearch, !isAway, () => {})
  const NewPatient = useLazyPart(newPatient, isNew, () => setNew(false))
  const show = (id: string | null) => {
    setNew(false)
    void navigate(id === null ? paths.patients() : paths.patient(id), {
      replace: open !== null && id !== null,
    })
  }

  useKeys({ '/': () => input.current?.focus() })

  return (
    <>
      <StatusAlert />
      <Parts>
        <Side data-away={open !== null || isNew}>
          {PatientSearch && (
            <PatientSearch
              input={input}
              shown={open}
              onShow={show}
              onEnter={() => document.getElementById('record-name')?.focus()}
              onNew={mayWrite ? () => setNew(true) : undefined}
            />
          )}
          {isAway && <StoredRecords shown={open} />}
        </Side>
        {isNew && NewPatient ? (
          <NewPatient onDone={show} onCancel={() => setNew(false)} />
        ) : open === null ? (
          <Nobody>{t('nobodyOpen')}</Nobody>
        ) : (
          <RecordPanel key={open} id={open} onBack={() => show(null)} onOpen={show} />
        )}
      </Parts>
    </>
  )
}

const Kept = styled('nav')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
  '& > h2, & > p': { padding: '12px 16px', fontSize: '1rem' },
  '& > a': {
    display: 'flex',
    alignItems: 'center',
    minHeight: 44,
    padding: '4px 16px',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    overflowWrap: 'anywhere',
  },
}))

/** The records that can be read without a connection, in the place of the search. */
function StoredRecords({ shown }: { shown: string | null }) {
  const { t } = useTranslation('records')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const queryKey = patientQueries.records(staffId)
  const kept = useQueryClient()
    .getQueriesData<PatientRecord>({ queryKey })
    .flatMap(([, record]) => record ?? [])
    .sort((one, other) => one.displayName.localeCompare(other.displayName))
  return (
    <Kept aria-labelledby="kept-records">
      <h2 id="kept-records">{t('kept.title')}</h2>
      {kept.length === 0 && <p>{t('kept.none')}</p>}
      {kept.map(({ id, displayName }) => (
        <PageLink key={id} to={paths.patient(id)} aria-current={id === shown ? 'page' : undefined}>
          {displayName}
        </PageLink>
      ))}
    </Kept>
  )
}
