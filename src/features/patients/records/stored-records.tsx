import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { PatientRecord } from '../../../../contract/patients.ts'
import { patientQueries } from '../../../api/patients.ts'
import { paths } from '../../../paths.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { PageLink } from '../../../ui/page-link.tsx'

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
export function StoredRecords({ shown }: { shown: string | null }) {
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
