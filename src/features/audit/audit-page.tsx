import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import Download from 'lucide-react/icons/download'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { AUDIT_COUNTED, type AuditFilter, type AuditRow } from '../../../contract/audit.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { auditQueries, exportAudit } from '../../api/audit.ts'
import { clinicFacts } from '../../clinic.ts'
import { clock } from '../../clock.ts'
import { messageFor } from '../../http/message-for.ts'
import type texts from '../../i18n/locales/en/audit.json'
import { paths } from '../../paths.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { Hint } from '../../ui/card.tsx'
import { locationName } from '../../ui/location-name.ts'
import { NeedsConnection, useDisabledWithout } from '../../ui/needs-connection.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Page as Column, Intro } from '../../ui/page-parts.ts'
import { PagedList } from '../../ui/paged-list/paged-list.tsx'
import { Soft } from '../../ui/row-parts.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useInstants } from '../../ui/use-instants.ts'
import { useClinic } from '../../use-clinic.ts'
import { AuditFilters } from './audit-filters.tsx'
import { filterOf, searchOf } from './list-filter.ts'

const Page = styled(Column)({ '& table': { fontSize: '0.875rem' } })

const Cell = styled('div')({ display: 'grid', gap: 2, overflowWrap: 'anywhere' })

const Whole = styled('span')({ whiteSpace: 'nowrap' })

const TABLE_FROM_PX = 760

/** Facts that the page shows in words of its own, or not at all. */
const IN_WORDS = ['unattended', 'screen', 'patient', 'extends', 'name', 'keyName']

/** /audit: who changed what, and who has read which record; for admins. The address has the filter. */
export function AuditPage() {
  const { t, i18n } = useTranslation('audit')
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const navigate = useNavigate()
  const { search } = useLocation()
  const { page, ...filter } = filterOf(search)
  const go = (next: AuditFilter & { page: number }, replace = false) =>
    void navigate(`${paths.audit()}${searchOf(next)}`, { replace })
  const show = (next: AuditFilter) => go({ ...next, page: 1 })

  const spoken = useInstants()
  const when = ({ at }: AuditRow) => <Whole>{spoken(at)}</Whole>
  const who = ({ by, details }: AuditRow) =>
    by?.name ||
    (typeof details.key === 'string'
      ? [t('key'), details.keyName].filter(Boolean).join(': ')
      : t(by || typeof details.owner === 'string' ? 'gone' : 'server'))
  const what = ({ action, seen, details }: AuditRow) => (
    <Cell>
      {i18n.exists(`actions.${keyOf(action)}`, { ns: 'audit' }) ? t(`actions.${keyOf(action)}`) : action}
      <Soft>
        {[
          seen !== null && t('seen', { count: seen }),
          typeof details.screen === 'string' && t('screen', { screen: details.screen }),
          details.unattended === true && t('unattended'),
        ]
          .filter(Boolean)
          .join(', ')}
      </Soft>
    </Cell>
  )
  const people = useQuery(auditQueries.people(adminId)).data?.data ?? []
  const nameOf = ({ kind, id }: AuditRow['subject']) => {
    if (kind === 'staff') return people.find((person) => person.id === id)?.name ?? id
    if (kind !== 'location') return id
    return id === ALL_LOCATIONS ? t('everywhere') : locationName(id)
  }
  const about = ({ subject, reference, details }: AuditRow) => {
    const patient = typeof details.patient === 'string' ? details.patient : undefined
    const meant = reference ?? patient
    return (
      <Cell>
        {typeof details.name === 'string' && <span>{called(details.name)}</span>}
        {typeof details.name === 'string' ? <Soft>{subject.id}</Soft> : (reference ?? nameOf(subject))}
        {meant !== undefined && filter.about !== meant && (
          <PageLink to={`${paths.audit()}${searchOf({ ...NOTHING, about: meant, page: 1 })}`}>
            {t('whoSaw')}
          </PageLink>
        )}
      </Cell>
    )
  }
  const more = ({ details }: AuditRow) => (
    <Soft>
      {Object.entries(details)
        .filter(([name, value]) => !IN_WORDS.includes(name) && value !== '' && value !== null)
        .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
        .join(', ')}
    </Soft>
  )

  return (
    <Page>
      <Intro>
        <h1>{t('title')}</h1>
        <Hint>{t('intro')}</Hint>
      </Intro>
      <NeedsConnection />
      {/* Of another address: what was typed for this one is gone. */}
      <AuditFilters key={JSON.stringify(filter)} filter={filter} onFilter={show} />
      <PagedList
        query={auditQueries.list(adminId, { ...filter, page })}
        page={page}
        onPage={(page, { replace = false } = {}) => go({ ...filter, page }, replace)}
        labels={{
          list: t('title'),
          pages: t('pages'),
          loading: t('loading'),
          failed: t('failed'),
          count: (count) => t(count >= AUDIT_COUNTED ? 'countMore' : 'count', { count }),
        }}
        columns={[
          { name: 'when', head: t('when'), width: '20%', cell: when },
          { name: 'who', head: t('who'), width: '16%', cell: who },
          { name: 'what', head: t('what'), isRowHeader: true, cell: what },
          { name: 'about', head: t('about'), width: '18%', cell: about },
          { name: 'more', head: t('more'), width: '22%', cell: more },
        ]}
        card={(row) => (
          <Cell>
            {what(row)}
            <Soft>
              {who(row)}, {when(row)}
            </Soft>
            {about(row)}
            {more(row)}
          </Cell>
        )}
        tableFrom={TABLE_FROM_PX}
        tools={() => <ExportAudit filter={filter} />}
        empty={{ sentence: t('empty'), action: { children: t('showAll'), onClick: () => show(NOTHING) } }}
        skeletonLines={2}
      />
    </Page>
  )
}

const NOTHING: AuditFilter = { staff: '', kind: '', about: '', from: '', to: '' }

/** A calendar feed of a location is called by its code. */
const called = (name: string) =>
  clinicFacts().locations.some(({ code }) => code === name) ? locationName(name) : name

type ActionKey = keyof typeof texts.actions

/** An action of a newer server has no words here, and is shown as its code. */
const keyOf = (action: string) => action.replaceAll('.', '_') as ActionKey

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  fontSize: '0.875rem',
  '& > [aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
})

/** Saves the entries of a filter as a file, which is an entry too. */
function ExportAudit({ filter }: { filter: AuditFilter }) {
  const clinic = useClinic()
  const { t } = useTranslation('audit')
  const [running, setRunning] = useState<AbortController | null>(null)
  const [status, setStatus] = useState('')
  const disabled = useDisabledWithout()
  // Leaving the page or signing out aborts the export.
  useEffect(() => () => running?.abort(), [running])

  async function start() {
    if (running || disabled) return
    const controller = new AbortController()
    setRunning(controller)
    setStatus('')
    try {
      const file = await exportAudit(filter, { signal: controller.signal, onProgress: () => {} })
      saveFile(`audit-${clinicDate(clock.now(), clinic.timeZone)}.csv`, file)
      setStatus(t('exported'))
    } catch (error) {
      if (!controller.signal.aborted) setStatus(messageFor(error, t('exportFailed')))
    } finally {
      setRunning(null)
    }
  }

  return (
    <Line>
      <span role="status">{status}</span>
      <Button
        variant="outlined"
        startIcon={<Download size={18} aria-hidden="true" />}
        {...disabled}
        // Not `disabled`: the focus would be lost.
        aria-disabled={running !== null || Boolean(disabled)}
        onClick={() => void start()}
      >
        {running ? t('exporting') : t('export')}
      </Button>
    </Line>
  )
}
