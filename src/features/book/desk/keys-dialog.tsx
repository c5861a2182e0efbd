import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { DialogBody, DialogButtons } from '../../../ui/dialog-body.tsx'

const Keys = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '8px 16px',
  margin: 0,
  '& > dt': { fontWeight: 600, color: theme.vars.palette.primary.main },
  '& > dd': { margin: 0 },
}))

const SHOWN = ['n', 't', 'd', 'w', 'l', '/', 'arrows', 'Enter', 'm', '+ −', 'Esc', '?'] as const

const NAMES = {
  n: 'new',
  t: 'today',
  d: 'day',
  w: 'week',
  l: 'list',
  '/': 'search',
  arrows: 'arrows',
  Enter: 'enter',
  m: 'move',
  '+ −': 'length',
  Esc: 'escape',
  '?': 'keys',
} as const satisfies Record<(typeof SHOWN)[number], string>

/** The keys of the book. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('desk')
  return (
    <Dialog open onClose={onClose} aria-labelledby="book-keys">
      <DialogBody>
        <h2 id="book-keys">{t('keyNames.title')}</h2>
        <Keys>
          {SHOWN.map((key) => (
            <div key={key} style={{ display: 'contents' }}>
              <dt>{key === 'arrows' ? '← ↑ ↓ →' : key}</dt>
              <dd>{t(`keyNames.${NAMES[key]}`)}</dd>
            </div>
          ))}
        </Keys>
        <DialogButtons>
          <Button variant="outlined" onClick={onClose}>
            {t('keyNames.close')}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}
