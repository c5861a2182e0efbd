import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../http/api-error.ts'
import { Note, NoteSign } from './note.tsx'
import { type DisabledReason, useDisabledReason } from './use-disabled-reason.ts'

/**
 * Whether what is asked for is neither on this device nor to be had: no answer came, or none can come.
 * @param data what there is of it; @param error why it could not be fetched
 */
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
  /** Ways to what is there. */
  children?: ReactNode
}

/** In place of a page that this device does not have, while there is no connection. It comes by itself once there is. */
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
