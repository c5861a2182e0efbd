import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../clock.ts'
import { isTablet } from '../../device/tablet/mark.ts'
import { maySend, stateOf } from '../../offline/requests/request.ts'
import { forgetRequests } from '../../offline/requests/requests.ts'
import { offlineRequestsAtom } from '../../offline/requests/requests-atom.ts'
import { type Sent, sendRequests } from '../../offline/requests/send.ts'
import { DialogBody, DialogButtons, DialogIntro } from '../dialog-body.tsx'
import { useDisabledReason } from '../use-disabled-reason.ts'
import { requestNumber, useWish } from './request-words.ts'
import { useRequestsSheet } from './requests-sheet.tsx'

const REASON_ID = 'leave-needs-connection'

const List = styled('ul')({ margin: 0, paddingInlineStart: 20, overflowWrap: 'anywhere' })

/** Question about unsent requests, before the person who can read them leaves. */
export function LeaveQuestion({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation('asked')
  const wish = useWish()
  const requests = useAtomValue(offlineRequestsAtom)?.requests ?? []
  const disabledReason = useDisabledReason()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const { print, sheet } = useRequestsSheet(requests)

  const send = async () => {
    if (busy || disabledReason) return
    setBusy(true)
    const now = clock.now().getTime()
    const sendable = requests.filter((each) => maySend(stateOf(each, now)))
    const became: Sent['kind'][] = []
    await sendRequests(sendable, (_, { kind }) => became.push(kind))
    setBusy(false)
    const done = became.filter((kind) => kind === 'booked' || kind === 'gone')
    if (done.length === requests.length) onLeave()
    else setProblem(t('leave.some'))
  }
  const discard = async () => {
    if (busy) return
    setBusy(true)
    await forgetRequests(requests.map(({ id }) => id)).catch(() => {})
    onLeave()
  }
  return (
    <Dialog open onClose={() => !busy && onStay()} aria-labelledby="leave-asked">
      <DialogBody>
        <DialogIntro>
          <h2 id="leave-asked">{t('leave.title')}</h2>
          <p>{t(isTablet() ? 'leave.textTablet' : 'leave.text')}</p>
          {disabledReason && <p id={REASON_ID}>{t('leave.offline')}</p>}
        </DialogIntro>
        <List>
          {requests.map((each) => (
            <li key={each.id}>
              {requestNumber(each.number)} {each.name}, {wish(each)}
            </li>
          ))}
        </List>
        <div role="alert">{problem && <strong>{problem}</strong>}</div>
        <DialogButtons>
          <Button variant="text" startIcon={<Printer size={18} aria-hidden="true" />} onClick={print}>
            {t('print')}
          </Button>
          <Button
            variant="contained"
            aria-disabled={busy || disabledReason !== null}
            aria-describedby={disabledReason ? REASON_ID : undefined}
            aria-busy={busy}
            onClick={() => void send()}
          >
            {t(busy ? 'leave.sending' : 'leave.send')}
          </Button>
          {isTablet() && (
            <Button variant="outlined" onClick={onLeave}>
              {t('leave.keep')}
            </Button>
          )}
          <Button variant="outlined" color="error" onClick={() => void discard()}>
            {t('leave.discard')}
          </Button>
          <Button variant="outlined" onClick={onStay}>
            {t('leave.stay')}
          </Button>
        </DialogButtons>
        {sheet}
      </DialogBody>
    </Dialog>
  )
}
