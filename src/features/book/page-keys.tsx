import { useState } from 'react'
import { lazyModule, withTexts } from '../../ui/lazy.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { useDashboardAddress } from './state/use-dashboard-address.ts'
import { useDesk } from './state/use-desk.ts'
import { useDeskLocation } from './state/use-desk-location.ts'

const keysDialog = lazyModule(
  async () => (await withTexts(import('./desk/keys-dialog.tsx'), 'desk')).KeysDialog,
)

/** The keys of the book, and what shows them. */
export function PageKeys() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const KeysDialog = useLazyPart(keysDialog, isOpen, close)
  const [{ view, day }, go] = useDashboardAddress()
  const desk = useDesk(useDeskLocation())
  const show = (shown: 'day' | 'week' | 'list') => () => {
    if (view !== shown) go({ view: shown, page: 1, ...(shown === 'list' && { day: '' }) })
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
  return KeysDialog && isOpen ? <KeysDialog onClose={close} /> : null
}
