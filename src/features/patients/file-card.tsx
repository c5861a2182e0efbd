import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import Upload from 'lucide-react/icons/upload'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../i18n/languages.ts'
import { Card, Hint } from '../../ui/card.tsx'
import { useDisabledWithout } from '../../ui/needs-connection.tsx'
import { formatSize } from './format-size.ts'
import type { ImportState } from './use-import.ts'

const Place = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  gap: 12,
  padding: '24px 16px',
  border: `2px dashed ${theme.vars.palette.controlLine}`,
  borderRadius: 10,
  textAlign: 'center',
  overflowWrap: 'anywhere',
  '& > svg': { color: theme.vars.palette.text.secondary },
  '& > p > strong': { display: 'block', fontWeight: 600 },
  '&[data-over=true]': {
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.background.default,
  },
}))

const Sending = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  // Not `disabled`, so that they keep the focus.
  '& [aria-disabled=true]': { opacity: 0.5, cursor: 'default' },
})

const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  '& > [aria-describedby]': { opacity: 0.5, cursor: 'not-allowed' },
  [theme.breakpoints.down('sm')]: { '& > button': { flex: '1 1 auto' } },
}))

/** Handling of lines whose clinic id belongs to another name; asked once a file has some. */
export type OtherNames = 'not_asked' | 'left_out' | 'taken'

type Props = {
  file: File | null
  state: ImportState
  otherNames: OtherNames
  onOtherNames: (otherNames: OtherNames) => void
  onChoose: (file: File) => void
  onStart: (dryRun: boolean) => void
  onCancel: () => void
}

export function FileCard({ file, state, otherNames, onOtherNames, onChoose, onStart, onCancel }: Props) {
  const { t, i18n } = useTranslation('patients')
  const input = useRef<HTMLInputElement>(null)
  const importButton = useRef<HTMLButtonElement>(null)
  const [isOver, setOver] = useState(false)
  const headingId = useId()
  const othersHintId = useId()
  const running = state.kind === 'running' ? state : null
  const disabled = useDisabledWithout()

  const choose = (files: FileList | null) => {
    const [chosen] = files ?? []
    if (chosen && !running) onChoose(chosen)
  }
  const drop = (event: DragEvent) => {
    // Or the browser would open the file in place of the page.
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files)
  }
  const cancel = () => {
    onCancel()
    importButton.current?.focus()
  }

  return (
    <Card aria-labelledby={headingId}>
      <h2 id={headingId}>{t('file.title')}</h2>
      <Sending>
        {/* Dropping is an alternative; everyone can use the button. */}
        <Place
          data-over={isOver}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {file ? <FileSpreadsheet size={32} aria-hidden="true" /> : <Upload size={32} aria-hidden="true" />}
          <p aria-live="polite">
            {file ? (
              <>
                <strong>{file.name}</strong>
                <span>{formatSize(file.size, isoLanguage(i18n.language))}</span>
              </>
            ) : (
              t('file.drop')
            )}
          </p>
          <Button
            variant="outlined"
            aria-disabled={running !== null}
            onClick={() => !running && input.current?.click()}
          >
            {t(file ? 'file.another' : 'file.choose')}
          </Button>
          <input
            ref={input}
            hidden
            type="file"
            accept=".csv,text/csv"
            aria-label={t('file.choose')}
            onChange={(event) => {
              choose(event.target.files)
              // So that the same file can be chosen again once corrected.
              event.target.value = ''
            }}
          />
        </Place>
        {running && file && <UploadProgress sent={running.sent} size={file.size} dryRun={running.dryRun} />}
        {otherNames !== 'not_asked' && (
          <div>
            <FormControlLabel
              control={
                <Checkbox
                  checked={otherNames === 'taken'}
                  disabled={running !== null}
                  onChange={(_, checked) => onOtherNames(checked ? 'taken' : 'left_out')}
                  slotProps={{ input: { 'aria-describedby': othersHintId } }}
                />
              }
              label={t('otherNames.take')}
            />
            <Hint id={othersHintId}>{t('otherNames.hint')}</Hint>
          </div>
        )}
        <Actions>
          <Button
            ref={importButton}
            variant="contained"
            disabled={!file}
            aria-disabled={running !== null}
            aria-busy={running?.dryRun === false}
            {...disabled}
            onClick={() => disabled || onStart(false)}
          >
            {t('import')}
          </Button>
          <Button
            variant="outlined"
            disabled={!file}
            aria-disabled={running !== null}
            aria-busy={running?.dryRun === true}
            {...disabled}
            onClick={() => disabled || onStart(true)}
          >
            {t('check')}
          </Button>
          {running && <Button onClick={cancel}>{t('cancel')}</Button>}
        </Actions>
      </Sending>
      <Hint>{t('checkHint')}</Hint>
    </Card>
  )
}

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  '& > label': { fontSize: '0.875rem', fontWeight: 600 },
  '& > span': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
}))

const Bar = styled('progress')(({ theme }) => ({
  appearance: 'none',
  width: '100%',
  height: 8,
  border: 0,
  borderRadius: 4,
  overflow: 'hidden',
  // Firefox has this for the track and a pseudo-element for the bar; other browsers have one for each.
  backgroundColor: theme.vars.palette.divider,
  '&::-webkit-progress-bar': { backgroundColor: theme.vars.palette.divider },
  '&::-webkit-progress-value': { backgroundColor: theme.vars.palette.primary.main },
  '&::-moz-progress-bar': { backgroundColor: theme.vars.palette.primary.main },
}))

/** Progress of the upload in bytes. The server parses while it receives. */
function UploadProgress({ sent, size, dryRun }: { sent: number; size: number; dryRun: boolean }) {
  const { t, i18n } = useTranslation('patients')
  const id = useId()
  const words = (bytes: number) => formatSize(Math.min(bytes, size), isoLanguage(i18n.language))
  return (
    <Frame>
      <label htmlFor={id}>{t(dryRun ? 'checking' : 'importing')}</label>
      <Bar id={id} max={Math.max(size, 1)} value={Math.min(sent, size)} />
      <span>{sent < size ? t('sent', { sent: words(sent), size: words(size) }) : t('reading')}</span>
    </Frame>
  )
}
