import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogBody, DialogButtons } from '../../../ui/dialog-body.tsx'
import { useDesk } from '../desk/use-desk.ts'
import { useDeskLocation } from '../desk/use-desk-location.ts'
import { useDashboardAddress } from '../use-dashboard-address.ts'
import { useKeys } from './keys.ts'

const Keys = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '8px 16px',
  margin: 0,
  '& > dt': { fontWeight: 600, color: theme.vars.palette.primary.main },
  '& > dd': { margin: 0 },
}))

const SHOWN = ['n', 't', 'd', 'w', 'l', '/', 'arrows', 'Enter', 'm', '+ −', 'Esc', '?'] as const

/** The keys of the book, and what shows them. */
export function PageKeys() {
  const { t } = useTranslation('appointments')
  const [isOpen, setOpen] = useState(false)
  const [{ view, day }, go] = useDashboardAddress()
  const desk = useDesk(useDeskLocation())
  const show = (shown: 'day' | 'week' | 'list') => () => {
    if (view !== shown) go({ view: shown, day: shown === 'list' ? '' : day, page: 1 })
  }
  useKeys({
    n: () => desk.openNew?.(),
    t: () => {
      if (view === 'list') go({ view: 'day', day: '' })
      else if (day !== '') go({ day: '' })
    },
    d: show('day'),
    w: show('week'),
    l: show('list'),
    '/': () => document.querySelector<HTMLElement>('header [type=search]')?.focus(),
    '?': () => setOpen(true),
  })
  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby="book-keys">
      <DialogBody>
        <h2 id="book-keys">{t('keys.title')}</h2>
        <Keys>
          {SHOWN.map((key) => (
            <div key={key} style={{ display: 'contents' }}>
              <dt>{key === 'arrows' ? '← ↑ ↓ →' : key}</dt>
              <dd>{t(`keys.${NAMES[key]}`)}</dd>
            </div>
          ))}
        </Keys>
        <DialogButtons>
          <Button variant="outlined" onClick={() => setOpen(false)}>
            {t('keys.close')}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}

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
