import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { ApiError, messageFor } from '../../http/api-error.ts'
import { Note, NoteSign } from '../../ui/note.tsx'

const Frame = styled(Note)({
  flexWrap: 'wrap',
  alignItems: 'center',
  textAlign: 'start',
  '& > span': { flex: '1 1 200px' },
  'td > &': { margin: 16 },
})

/** Why there is no list. Asking once more helps only where the question itself was not refused. */
export function ListProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('appointments')
  const refused = error instanceof ApiError && error.isRefusal
  const searchProblem = error instanceof ApiError ? error.errors.search : undefined
  return <Problem why={searchProblem ?? messageFor(error, t('failed'))} onRetry={refused ? null : onRetry} />
}

/** What went wrong, in place of what should be there. @param onRetry null: trying again would not help */
export function Problem({ why, onRetry }: { why: string; onRetry: (() => void) | null }) {
  const { t } = useTranslation('appointments')
  return (
    <Frame kind="error" role="alert">
      <NoteSign kind="error" />
      <span>{why}</span>
      {onRetry && (
        <Button variant="outlined" color="inherit" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Frame>
  )
}
