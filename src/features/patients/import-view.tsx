import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Download from 'lucide-react/icons/download'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PATIENT_COLUMNS, REQUIRED_PATIENT_COLUMNS } from '../../../contract/patients.ts'
import { unseen } from '../../theme/unseen.ts'
import { Card, Hint } from '../../ui/card.tsx'
import { useMessages } from '../../ui/messages.ts'
import { Note, NoteSign } from '../../ui/note.tsx'
import { Page } from '../../ui/page-parts.ts'
import { saveFile } from '../../ui/save-file.ts'
import { exampleFile } from './example-file.ts'
import { FileCard, type OtherNames } from './file-card.tsx'
import { Report } from './report.tsx'
import { type ImportState, useImport } from './use-import.ts'

const Parts = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  alignItems: 'start',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' },
}))

/** The tab for registered patients from the clinic's own file. */
export function ImportView() {
  const { clear } = useMessages()
  // Earlier messages were about the page before.
  useEffect(() => clear(), [clear])
  const [file, setFile] = useState<File | null>(null)
  const { state, start, cancel, reset } = useImport()
  const [otherNames, setOtherNames] = useState<OtherNames>('not_asked')
  const hasOthers = state.kind === 'done' && state.report.otherNames > 0
  useEffect(() => {
    if (hasOthers) setOtherNames((was) => (was === 'not_asked' ? 'left_out' : was))
  }, [hasOthers])
  const outcome = useRef<HTMLDivElement>(null)
  const isOver = state.kind === 'done' || state.kind === 'failed'
  // On a phone it would be below the visible part.
  useEffect(() => {
    if (isOver) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [isOver])

  return (
    <Page>
      <Parts>
        <Page>
          <FileCard
            file={file}
            state={state}
            otherNames={otherNames}
            onOtherNames={setOtherNames}
            onChoose={(chosen) => {
              setFile(chosen)
              setOtherNames('not_asked')
              reset()
            }}
            onStart={(dryRun) => file && void start(file, { dryRun, otherNames: otherNames === 'taken' })}
            onCancel={cancel}
          />
          <Place ref={outcome}>
            <Outcome state={state} />
          </Place>
          <Spoken state={state} />
        </Page>
        <FileHelp />
      </Parts>
    </Page>
  )
}

// Takes no room while empty; scrolls clear of the shell's bar.
const Place = styled('div')({
  scrollMarginTop: 'calc(var(--top-bar, 0px) + 16px)',
  '&:empty': { display: 'none' },
})

const Unseen = styled('p')(unseen)

/** For screen readers. Always present, or it would not be announced. */
function Spoken({ state }: { state: ImportState }) {
  const { t } = useTranslation('patients')
  let words = ''
  if (state.kind === 'done') {
    const { dryRun, overwritten, otherNames } = state.report
    words = t(dryRun ? 'spoken.checked' : 'spoken.imported', state.report)
    if (overwritten > 0)
      words += ` ${t(dryRun ? 'would.overwritten' : 'did.overwritten', { count: overwritten })}`
    if (otherNames > 0) words += ` ${t('otherNames.counted', { count: otherNames })}`
  }
  if (state.kind === 'cancelled') words = t(state.dryRun ? 'checkCancelled' : 'importCancelled')
  return <Unseen role="status">{words}</Unseen>
}

function Outcome({ state }: { state: ImportState }) {
  const { t } = useTranslation('patients')
  switch (state.kind) {
    case 'done':
      return <Report report={state.report} title={t(state.report.dryRun ? 'checked' : 'imported')} />
    case 'cancelled':
      return (
        <Note kind="info" aria-hidden="true">
          <NoteSign kind="info" />
          <span>{t(state.dryRun ? 'checkCancelled' : 'importCancelled')}</span>
        </Note>
      )
    case 'failed':
      return (
        <Page>
          <Note kind="error" role="alert">
            <NoteSign kind="error" />
            <span>{state.message}</span>
          </Note>
          {state.report && <Report report={state.report} title={t('beforeThat')} />}
        </Page>
      )
    default:
      return null
  }
}

const Rules = styled('ul')({ margin: 0, paddingInlineStart: 20, display: 'grid', gap: 6 })

const Columns = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '8px 16px',
  margin: 0,
  fontSize: '0.875rem',
  '& dt': { fontFamily: 'monospace', fontWeight: 600 },
  '& dd': { margin: 0, color: theme.vars.palette.text.secondary },
}))

const isRequired = (column: string) => REQUIRED_PATIENT_COLUMNS.some((required) => required === column)

function FileHelp() {
  const { t } = useTranslation('patients')
  const headingId = useId()
  const save = () =>
    saveFile('patients-example.csv', new Blob([exampleFile()], { type: 'text/csv;charset=utf-8' }))
  return (
    <Card aria-labelledby={headingId}>
      <h2 id={headingId}>{t('help.title')}</h2>
      <Rules>
        <li>{t('help.format')}</li>
        <li>{t('help.head')}</li>
        <li>{t('help.matched')}</li>
        <li>{t('help.truth')}</li>
      </Rules>
      <div>
        <Button variant="outlined" startIcon={<Download size={18} aria-hidden="true" />} onClick={save}>
          {t('help.example')}
        </Button>
      </div>
      <div>
        <h3>{t('help.columns')}</h3>
        <Hint>{t('help.columnsHint')}</Hint>
      </div>
      <Columns>
        {PATIENT_COLUMNS.map((column) => (
          <Column key={column} name={column} what={t(`column.${column}`)} required={isRequired(column)} />
        ))}
      </Columns>
    </Card>
  )
}

function Column({ name, what, required }: { name: string; what: string; required: boolean }) {
  const { t } = useTranslation('patients')
  return (
    <>
      {/* Column names are the same in every language. */}
      <dt translate="no">{name}</dt>
      <dd>{required ? t('help.required', { what }) : what}</dd>
    </>
  )
}
