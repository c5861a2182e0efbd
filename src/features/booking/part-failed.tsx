import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.tsx'

/** Stands where a part of the page could not be fetched, and offers another try. */
export function PartFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation('booking')
  return (
    <Card role="alert">
      <p>{text}</p>
      <div>
        <Button variant="outlined" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      </div>
    </Card>
  )
}
