import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../http/api-error.ts'
import { Note, NoteSign } from './note.tsx'
import { type DisabledReason, useDisabledReason } from './use-disabled-reason.ts'

/** Whether the data is neither cached nor available: no answer came, or none can come. */
export function isNotCached(
  { data, error }: { data: unknown; error: Error | null },
  disabledReason: DisabledReason | null,
) {
  if (data !== undefined) return false
  return error ? error instanceof ApiError && error.kind !== 'http' : disabledReason !== null
}

const Frame = styled(Note)({
  flexWrap: 'wrap',
  alignItems: 'center',
  textAlign: 'start',
  fontWeight: 400,
  '& > span': { flex: '1 1 200px' },
  'td > &': { margin: 16 },
})

type Props = {
  onRetry: () => void
  children?: ReactNode
}

/** Replaces a page that is not cached while offline. The page appears on reconnect. */
export function NotCached({ onRetry, children }: Props) {
  const { t } = useTranslation('shell')
  const isReading = useDisabledReason() === 'readOnly'
  return (
    <Frame kind="info" role="status">
      <NoteSign kind="info" />
      <span>{t(isReading ? 'notCached.readOnly' : 'notCached.offline')}</span>
      {children}
      {!isReading && (
        <Button variant="outlined" color="inherit" onClick={onRetry}>
          {t('list.retry')}
        </Button>
      )}
    </Frame>
  )
}
