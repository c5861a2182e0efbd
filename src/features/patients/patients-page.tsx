import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { restoreRecords } from '../../offline/stored-records.ts'
import { paths } from '../../paths.ts'
import { mayAtom } from '../../session/rights.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { lazyPage } from '../../ui/lazy.tsx'
import { NeedsConnection } from '../../ui/needs-connection.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useDisabledReason } from '../../ui/use-disabled-reason.ts'

// Only the server imports.
const importView = lazyPage(async () => (await import('./import-view.tsx')).ImportView)
const records = lazyPage(async () => (await import('./records/records-view.tsx')).RecordsView)

const Page = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  '@media (min-width: 700px)': { marginTop: -12 },
  '& h1': { fontSize: '1.25rem' },
})

const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 24px' })

const Tabs = styled('nav')(({ theme }) => ({
  display: 'flex',
  gap: 4,
  '& > a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    padding: '0 12px',
    borderRadius: 8,
    fontWeight: 600,
    textDecoration: 'none',
    color: theme.vars.palette.text.secondary,
  },
  '& > a[aria-current]': {
    color: theme.vars.palette.primary.main,
    boxShadow: `inset 0 -2px 0 ${theme.vars.palette.primary.main}`,
    borderRadius: 0,
  },
}))

/**
 * /patients: records, and the import on a tab of its own for people with that right. The address has the tab.
 */
export function PatientsPage() {
  const { t } = useTranslation('patients')
  const may = useAtomValue(mayAtom)
  const { search } = useLocation()
  const imports = may('patients.import')
  const isImport = imports && new URLSearchParams(search).get('view') === 'import'
  const isAway = useDisabledReason() !== null
  const areThere = useStoredRecords(isAway)
  const tab = (label: string, to: string, isCurrent: boolean) => (
    <PageLink to={to} aria-current={isCurrent ? 'page' : undefined}>
      {label}
    </PageLink>
  )
  return (
    <Page>
      <Head>
        <h1>{t('title')}</h1>
        {imports && (
          <Tabs aria-label={t('views')}>
            {tab(t('records'), paths.patients(), !isImport)}
            {tab(t('import'), paths.patientsImport(), isImport)}
          </Tabs>
        )}
      </Head>
      <NeedsConnection {...(!isImport && { text: t('keptText') })} />
      {(isImport ? !isAway || importView.isLoaded() : areThere) && (
        <Suspense>{isImport ? <importView.Page /> : <records.Page />}</Suspense>
      )}
    </Page>
  )
}

/** Restores opened records from this device when offline. @returns whether that is done */
function useStoredRecords(isAway: boolean): boolean {
  const client = useQueryClient()
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  // A number, so that what has come is listed.
  const [readings, setReadings] = useState(isAway ? 0 : 1)
  useEffect(() => {
    let isCurrent = true
    const done = () => isCurrent && setReadings((before) => before + 1)
    if (isAway) restoreRecords(client, staffId).then(done, done)
    return () => {
      isCurrent = false
    }
  }, [isAway, client, staffId])
  return !isAway || readings > 0
}
