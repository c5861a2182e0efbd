import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../../http/api-error.ts'
import { messageFor } from '../../../../http/message-for.ts'
import { Note, NoteSign } from '../../../../ui/note.tsx'

const SkeletonBox = styled('div')({ display: 'grid', gap: 20 })
const LINES = ['when', 'where', 'service', 'patient', 'contact', 'complaint', 'history'] as const

export function DetailsSkeleton() {
  const { t } = useTranslation(['appointments', 'records'])
  return (
    <SkeletonBox role="status" aria-label={t('records:details.loading')}>
      {LINES.map((line) => (
        <div key={line}>
          <Skeleton variant="text" width="25%" />
          <Skeleton variant="rounded" width="70%" height={22} />
        </div>
      ))}
    </SkeletonBox>
  )
}

const Problem = styled(Note)({ flexWrap: 'wrap', alignItems: 'center', '& > span': { flex: '1 1 200px' } })

type Props = { error: Error; busy: boolean; onRetry: () => void }

export function DetailsFailed({ error, busy, onRetry }: Props) {
  const { t } = useTranslation(['appointments', 'records'])
  const refused = error instanceof ApiError && error.isRefusal
  const missing = error instanceof ApiError && error.status === 404
  return (
    <Problem kind="error" role="alert">
      <NoteSign kind="error" />
      <span>{missing ? t('records:details.missing') : messageFor(error, t('records:details.failed'))}</span>
      {!refused && (
        <Button variant="outlined" color="inherit" aria-disabled={busy} onClick={() => busy || onRetry()}>
          {t('retry')}
        </Button>
      )}
    </Problem>
  )
}
