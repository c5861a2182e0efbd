import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'

const Box = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  justifyItems: 'start',
  padding: 16,
  borderRadius: 8,
  border: `1px dashed ${theme.vars.palette.controlLine}`,
}))

type Props = {
  text: string
  busy?: boolean
  /** Offers a reload of the page too, after a retry has failed. */
  withReload?: boolean
  onRetry: () => void
}

/** Replaces data that could not be fetched, with a retry. */
export function LoadFailed({ text, busy = false, withReload = false, onRetry }: Props) {
  const { t } = useTranslation('later')
  const { t: common } = useTranslation('common')
  return (
    <Box role="alert">
      <p>{text}</p>
      <Button variant="outlined" aria-busy={busy} onClick={onRetry}>
        {t('slots.retry')}
      </Button>
      {withReload && (
        <Button variant="outlined" onClick={() => location.reload()}>
          {common('failure.reload')}
        </Button>
      )}
    </Box>
  )
}
