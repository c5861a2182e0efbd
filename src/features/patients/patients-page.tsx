import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { mayAtom } from '../../session/rights.ts'
import { lazyPage } from '../../ui/lazy/lazy-page.tsx'
import { NeedsConnection } from '../../ui/needs-connection.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useDisabledReason } from '../../ui/use-disabled-reason.ts'
import { ImportView } from './import-view.tsx'

// Searched and read with a connection alone.
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

/** /patients: records, and for who has the right the import on a tab of its own. The address holds which. */
export function PatientsPage() {
  const { t } = useTranslation('patients')
  const may = useAtomValue(mayAtom)
  const { search } = useLocation()
  const imports = may('patients.import')
  const isImport = imports && new URLSearchParams(search).get('view') === 'import'
  const isAway = useDisabledReason() !== null
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
      <NeedsConnection />
      {isImport ? (
        <ImportView />
      ) : (
        !isAway && (
          <Suspense>
            <records.Page />
          </Suspense>
        )
      )}
    </Page>
  )
}
