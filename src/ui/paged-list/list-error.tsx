import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../http/api-error.ts'
import { messageFor } from '../../http/message-for.ts'
import { Note, NoteSign } from '../note.tsx'

const Frame = styled(Note)({
  flexWrap: 'wrap',
  alignItems: 'center',
  textAlign: 'start',
  '& > span': { flex: '1 1 200px' },
  'td > &': { margin: 16 },
})

type Props = {
  error: Error
  /** Used where the server sends no sentence. */
  fallback: string
  onRetry: () => void
}

/** A retry is offered only where the request itself was not refused. */
export function ListError({ error, fallback, onRetry }: Props) {
  const isRefused = error instanceof ApiError && error.isRefusal
  // An error about a part of the question, such as a search that is too short, says more than the message.
  const [complaint] = error instanceof ApiError ? Object.values(error.errors) : []
  return <Problem why={complaint ?? messageFor(error, fallback)} onRetry={isRefused ? null : onRetry} />
}

/** @param onRetry null: a retry would not help */
export function Problem({ why, onRetry }: { why: string; onRetry: (() => void) | null }) {
  const { t } = useTranslation('shell')
  return (
    <Frame kind="error" role="alert">
      <NoteSign kind="error" />
      <span>{why}</span>
      {onRetry && (
        <Button variant="outlined" color="inherit" onClick={onRetry}>
          {t('list.retry')}
        </Button>
      )}
    </Frame>
  )
}
