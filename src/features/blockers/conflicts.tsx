import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useAtomValue } from 'jotai'
import Printer from 'lucide-react/icons/printer'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import type { BlockedAppointment } from '../../../contract/blockers.ts'
import { CancelReason } from '../../../contract/fields.ts'
import { mayAtom } from '../../session/rights.ts'
import { DialogButtons, DialogIntro } from '../../ui/dialog-body.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { BlockedList } from './blocked-list.tsx'

/** Styles of the printed list: whole, and alone. */
const PAPER = {
  '@media print': {
    '#root, .no-print, .MuiBackdrop-root': { display: 'none !important' },
    '.MuiDialog-root, .MuiDialog-container, .MuiDialog-paper': {
      position: 'static !important',
      display: 'block !important',
      height: 'auto !important',
      maxHeight: 'none !important',
      overflow: 'visible !important',
      boxShadow: 'none !important',
    },
    '.MuiDialog-paper ul': { maxHeight: 'none !important', overflow: 'visible !important' },
  },
} as const

type Props = {
  visits: readonly BlockedAppointment[]
  busy: boolean
  busyText: string
  /** The form behind it, whose button gets the focus again. */
  form: RefObject<HTMLFormElement | null>
  onBack: () => void
  /** Whether the patients can be sent their links once it is saved. */
  canSendLinks?: boolean
  /**
   * @param cancelReason the message to the patients whose visits are cancelled then; null: they stay
   * @param sendsLinks to choose another time by
   */
  onAnyway: (cancelReason: string | null, sendsLinks: boolean) => void
}

export function Conflicts({ visits, busy, busyText, form, canSendLinks = false, onBack, onAnyway }: Props) {
  const total = visits.length
  const { t } = useTranslation('blockers')
  const mayCancel = useAtomValue(mayAtom)('book.write')
  const maySend = useAtomValue(mayAtom)('closures.write') && canSendLinks
  const [reason, setReason] = useState<string | null>(null)
  const [sendsLinks, setSendsLinks] = useState(false)
  const isWrong = reason !== null && reason.trim() !== '' && !v.is(CancelReason, reason)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    return () => form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [form])
  return (
    <>
      <DialogIntro>
        <h3 ref={title} tabIndex={-1}>
          {t('conflict.title', { count: total })}
        </h3>
        <p>{t('conflict.text')}</p>
      </DialogIntro>
      <GlobalStyles styles={PAPER} />
      <BlockedList label={t('conflict.title', { count: total })} visits={visits} />
      {maySend && (
        <FormControlLabel
          className="no-print"
          control={
            <Checkbox
              checked={sendsLinks}
              disabled={busy || reason !== null}
              onChange={(_, isChosen) => setSendsLinks(isChosen)}
            />
          }
          label={t('conflict.sendLinks')}
        />
      )}
      {mayCancel && (
        <div className="no-print">
          <FormControlLabel
            control={
              <Checkbox
                checked={reason !== null}
                disabled={busy || sendsLinks}
                onChange={(_, isChosen) => setReason(isChosen ? '' : null)}
              />
            }
            label={t('conflict.cancel', { count: total })}
          />
          {reason !== null && (
            <TextField
              field={{
                id: 'conflict-reason',
                hintId: 'conflict-reason-hint',
                name: 'reason',
                value: reason,
                error: isWrong ? t('conflict.tooLong') : undefined,
                change: setReason,
              }}
              label={t('conflict.reason')}
              hint={t('conflict.reasonHint')}
              autoCapitalize="sentences"
              autoFocus
            />
          )}
        </div>
      )}
      <DialogButtons className="no-print">
        <Button variant="text" startIcon={<Printer size={20} aria-hidden="true" />} onClick={() => print()}>
          {t('conflict.print')}
        </Button>
        <Button variant="outlined" disabled={busy} onClick={onBack}>
          {t('conflict.back')}
        </Button>
        <Button
          variant="contained"
          aria-disabled={busy}
          aria-busy={busy}
          color={reason === null ? 'primary' : 'error'}
          onClick={() => !isWrong && onAnyway(reason, sendsLinks)}
        >
          {busy
            ? busyText
            : t(`conflict.${reason !== null ? 'andCancel' : sendsLinks ? 'andSend' : 'anyway'}`)}
        </Button>
      </DialogButtons>
    </>
  )
}
