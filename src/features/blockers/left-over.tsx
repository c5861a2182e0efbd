import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons, DialogIntro } from '../../ui/dialog-body.tsx'
import { BlockedList } from './blocked-list.tsx'
import type { Left } from './use-after-saving.ts'

type Props = {
  left: Left
  busy: boolean
  busyText: string
  onRetry: () => void
  onClose: () => void
}

/** Says for whom it was not done, once the blocker is saved, and offers to try again. */
export function LeftOver({ left: { task, visits, total }, busy, busyText, onRetry, onClose }: Props) {
  const { t } = useTranslation('blockers')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const values = { done: total - visits.length, total }
  const said = t(task.kind === 'cancel' ? 'conflict.someCancelled' : 'conflict.someSent', values)
  return (
    <>
      <DialogIntro role="alert">
        <h3 ref={title} tabIndex={-1}>
          {said}
        </h3>
        <p>{t(task.kind === 'cancel' ? 'conflict.notCancelled' : 'conflict.notSent')}</p>
      </DialogIntro>
      <BlockedList label={said} visits={visits} />
      <DialogButtons>
        <Button variant="outlined" disabled={busy} onClick={onClose}>
          {t('form.close')}
        </Button>
        <Button
          variant="contained"
          aria-disabled={busy}
          aria-busy={busy}
          onClick={() => {
            if (!busy) onRetry()
          }}
        >
          {busy ? busyText : t('conflict.tryAgain')}
        </Button>
      </DialogButtons>
    </>
  )
}
