import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Tablet from 'lucide-react/icons/tablet'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { tabletsPossible } from '../../../offline/tablet/index.ts'
import { Card, Hint } from '../../../ui/card.tsx'
import type { ThisTablet } from '../../../ui/own-pin/use-this-tablet.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'

const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  [theme.breakpoints.down('sm')]: { '& > button': { flex: '1 1 auto' } },
}))

const Words = styled('div')({ overflowWrap: 'anywhere' })

type Props = {
  tablet: ThisTablet | null
  onSetUp: () => void
  onChangePin: (tablet: ThisTablet) => void
  onStop: (tablet: ThisTablet) => void
}

/** Whether this browser is a tablet, with buttons to change that. Disabled buttons say why. */
export function ThisBrowser({ tablet, onSetUp, onChangePin, onStop }: Props) {
  const { t } = useTranslation('devices')
  const isAway = useDisabledReason() !== null
  const [headingId, reasonId] = [useId(), useId()]
  const possible = tabletsPossible()
  const disabledReason = possible ? isAway && t('here.offline') : t('here.needsHttps')
  const needs = {
    disabled: disabledReason !== false,
    'aria-describedby': disabledReason ? reasonId : undefined,
  }
  return (
    <Card aria-labelledby={headingId}>
      <Words>
        <h2 id={headingId}>{tablet ? t('here.tablet', { name: tablet.name }) : t('here.title')}</h2>
        <Hint>{t(tablet ? 'here.tabletText' : 'here.none')}</Hint>
      </Words>
      <Actions>
        {tablet ? (
          <>
            {/* Needs a connection too: the stored pages are fetched again under the new keys. */}
            <Button variant="outlined" {...needs} onClick={() => onChangePin(tablet)}>
              {t('here.changePin')}
            </Button>
            <Button variant="outlined" color="error" {...needs} onClick={() => onStop(tablet)}>
              {t('here.stop')}
            </Button>
          </>
        ) : (
          <Button
            variant="contained"
            startIcon={<Tablet size={20} aria-hidden="true" />}
            {...needs}
            onClick={onSetUp}
          >
            {t('here.use')}
          </Button>
        )}
        {disabledReason && <Hint id={reasonId}>{disabledReason}</Hint>}
      </Actions>
    </Card>
  )
}
