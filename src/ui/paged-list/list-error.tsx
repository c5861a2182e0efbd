import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { ApiError, messageFor } from '../../http/api-error.ts'
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
  /** The sentence where the server has none of its own. */
  fallback: string
  onRetry: () => void
}

/** Why there is no list. RequestContext once more helps only where the question itself was not refused. */
export function ListError({ error, fallback, onRetry }: Props) {
  const isRefused = error instanceof ApiError && error.isRefusal
  // A complaint about a part of the question, such as a search that is too short, says more than the message.
  const [complaint] = error instanceof ApiError ? Object.values(error.errors) : []
  return <Problem why={complaint ?? messageFor(error, fallback)} onRetry={isRefused ? null : onRetry} />
}

/** What went wrong, in place of what should be there. @param onRetry null: trying again would not help */
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
