import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takeNewVersion } from '../../device/worker.ts'

// In the flow at the top: it shifts the page once, and never covers a field or a button.
const Bar = styled('aside')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  columnGap: 16,
  padding: '6px 16px',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.info.main,
  backgroundColor: theme.vars.palette.info.light,
  fontWeight: 600,
  '@media print': { display: 'none' },
}))

const Buttons = styled('div')({ display: 'flex', gap: 8 })

/** Notice with a button that reloads. Never reloads by itself, since a reload loses what was typed. */
export function NewVersionNotice({ onLater }: { onLater: () => void }) {
  const { t } = useTranslation('app')
  const [isTaken, setTaken] = useState(false)
  const reload = () => {
    setTaken(true)
    void takeNewVersion()
  }
  return (
    <Bar aria-label={t('update.label')}>
      <span>{t('update.text')}</span>
      <Buttons>
        <Button color="inherit" disabled={isTaken} onClick={reload} sx={{ textDecoration: 'underline' }}>
          {t('update.reload')}
        </Button>
        <Button color="inherit" disabled={isTaken} onClick={onLater}>
          {t('update.later')}
        </Button>
      </Buttons>
    </Bar>
  )
}
