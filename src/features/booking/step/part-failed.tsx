import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { newVersionAtom } from '../../../device/new-version-atom.ts'
import { takeNewVersion } from '../../../device/worker.ts'
import { Card } from '../../../ui/card.tsx'

const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12 })

type Props = {
  text: string
  /** Another try has failed as well. */
  isRepeated: boolean
  onRetry: () => void
}

/**
 * Replaces a part of the page that could not be fetched, with a retry; after a second failure, or when a new version
 * has that part, with a reload too. Typed values outlast it.
 */
export function PartFailed({ text, isRepeated, onRetry }: Props) {
  const { t } = useTranslation('booking')
  const { t: common } = useTranslation('common')
  const isReplaced = useAtomValue(newVersionAtom) !== 'none'
  return (
    <Card role="alert">
      <p>{isReplaced ? t('error.newVersion') : text}</p>
      <Buttons>
        {(isReplaced || isRepeated) && (
          <Button variant="contained" onClick={() => takeNewVersion()}>
            {common('failure.reload')}
          </Button>
        )}
        <Button variant="outlined" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      </Buttons>
    </Card>
  )
}
