import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../../../paths.ts'
import { useStoredState } from '../../../session/open-forms.ts'
import { mayAtom } from '../../../session/rights.ts'
import { lazyModule } from '../../../ui/lazy.tsx'
import { StatusAlert } from '../../../ui/status-alert.tsx'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { useFreshStatus } from '../../../ui/use-fresh-status.ts'
import { useKeys } from '../../../ui/use-keys.ts'
import { useLazyPart } from '../../../ui/use-lazy-part.ts'
import { RecordPanel } from './record-panel.tsx'
import { StoredRecords } from './stored-records.tsx'

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

// On a narrow page the record stands in the list's place.
const Side = styled('div')({ '@media (max-width: 899.95px)': { '&[data-away=true]': { display: 'none' } } })

const Nobody = styled('p')(({ theme }) => ({
  padding: '64px 24px',
  textAlign: 'center',
  color: theme.vars.palette.text.secondary,
  '@media (max-width: 899.95px)': { display: 'none' },
}))

/** Search and record side by side. The address holds whose record is open, by its id. */
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
