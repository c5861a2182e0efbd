import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Blocker } from '../../../contract/blockers.ts'
import { Summary } from './summary.tsx'

const Box = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  padding: 16,
  border: `1px solid ${theme.vars.palette.warning.main}`,
  borderRadius: 8,
  '& > p > strong': { fontWeight: 600, color: theme.vars.palette.warning.main },
  '& > .foot': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' },
}))

/** Somebody else changed the blocker first: shows its current state and offers to load it. */
export function StaleNotice({ current, onLoad }: { current: Blocker; onLoad: () => void }) {
  const { t } = useTranslation('blockers')
  return (
    <Box role="alert">
      <p>
        <strong>{t('stale.title')}</strong> {t('stale.text')}
      </p>
      <Summary blocker={current} />
      <div className="foot">
        <Button variant="outlined" onClick={onLoad}>
          {t('stale.load')}
        </Button>
        <span>{t('stale.loses')}</span>
      </div>
    </Box>
  )
}
