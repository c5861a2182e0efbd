import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import ClipboardPen from 'lucide-react/icons/clipboard-pen'
import Printer from 'lucide-react/icons/printer'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../../contract/appointments.ts'
import { clock } from '../../../../clock.ts'
import { isTablet } from '../../../../device/tablet/mark.ts'
import { maySend, type OfflineRequest, stateOf } from '../../../../offline/requests/request.ts'
import { forgetRequests, readRequests } from '../../../../offline/requests/requests.ts'
import { offlineRequestsAtom } from '../../../../offline/requests/requests-atom.ts'
import { type Sent, sendRequest, sendRequests } from '../../../../offline/requests/send.ts'
import { authUserAtom, readOnlyAtom } from '../../../../session/session-atoms.ts'
import { DialogBody, DialogFoot, DialogIntro } from '../../../../ui/dialog-body.tsx'
import { useMessages } from '../../../../ui/messages.ts'
import { Note, NoteSign } from '../../../../ui/note.tsx'
import { requestNumber } from '../../../../ui/offline-requests/request-words.ts'
import { useRequestsSheet } from '../../../../ui/offline-requests/requests-sheet.tsx'
import { highlight } from '../../../../ui/paged-list/highlights.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { useInstants } from '../../../../ui/use-instants.ts'
import { useSure } from '../../../../ui/use-sure.ts'
import { deskAtom } from '../../state/desk-atom.ts'
import { useNaming } from '../../state/use-naming.ts'
import { addRow } from '../add-row.ts'
import { RequestCard } from './request-card.tsx'

const WIDTH_PX = 640
const REASON_ID = 'requests-need-connection'

const Body = styled(DialogBody)(({ theme }) => ({
  // There for a screen reader before it says something.
  '& > [role=status]:empty, & > [role=alert]:empty': { position: 'absolute' },
  '& [aria-disabled=true]': {
    color: theme.vars.palette.text.secondary,
    borderColor: theme.vars.palette.divider,
    backgroundColor: 'transparent',
    cursor: 'not-allowed',
  },
}))
const List = styled('ul')({ display: 'grid', gap: 12, margin: 0, padding: 0, listStyle: 'none' })
const Closed = styled('div')({
  display: 'grid',
  gap: 8,
  justifyItems: 'start',
  overflowWrap: 'anywhere',
})

/** What was asked and is not booked: sent, corrected, printed or removed. */
function RequestsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('asked')
  const client = useQueryClient()
  const naming = useNaming()
  const asked = useAtomValue(offlineRequestsAtom)
  const openDesk = useSetAtom(deskAtom)
  const disabledReason = useDisabledReason()
  /** By the key that was sent: what became of it says nothing of other details, which have another key. */
  const [outcomes, setOutcomes] = useState<Record<string, Sent>>({})
  const [booked, setBooked] = useState<{ number: number; row: Appointment }[]>([])
  const [busy, setBusy] = useState(false)
  const requests = asked?.requests ?? []
  const closed = asked?.closed ?? []
  const { print, sheet } = useRequestsSheet(requests)
  const now = clock.now().getTime()
  const sendable = requests.filter((each) => maySend(stateOf(each, now)))

  const take = ({ key, number }: OfflineRequest, sent: Sent) => {
    setOutcomes((before) => ({ ...before, [key]: sent }))
    if (sent.kind !== 'booked') return
    setBooked((before) => [...before, { number, row: sent.row }])
    addRow(client, sent.row)
    highlight([sent.row.id], 'new')
  }
  const act = async (work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } finally {
      setBusy(false)
    }
  }
  const send = (request: OfflineRequest) => act(async () => take(request, await sendRequest(request)))
  const correct = (request: OfflineRequest) => {
    onClose()
    openDesk({ place: null, location: request.body.location, opener: null, patient: null, request })
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby="asked" slotProps={{ paper: { sx: { width: WIDTH_PX } } }}>
      <Body>
        <DialogIntro>
          <h2 id="asked">{t('list')}</h2>
          <p id={disabledReason ? REASON_ID : undefined}>{t(`listText.${disabledReason ?? 'online'}`)}</p>
        </DialogIntro>
        <div role="status">
          {booked.length > 0 && (
            <Note kind="success">
              <NoteSign kind="success" />
              <span>
                {booked
                  .map(({ number, row }) => t('booked', { number: requestNumber(number), who: naming(row) }))
                  .join(' ')}
              </span>
            </Note>
          )}
        </div>
        {requests.length > 0 && (
          <List>
            {requests.map((request) => (
              <RequestCard
                key={request.id}
                of={request}
                state={stateOf(request, now)}
                outcome={outcomes[request.key]}
                busy={busy}
                needsConnection={disabledReason ? REASON_ID : undefined}
                onSend={send}
                onCorrect={correct}
                onRemove={({ id }) => act(() => forgetRequests([id]))}
              />
            ))}
          </List>
        )}
        {closed.length > 0 && (
          <ClosedRequests of={closed} onRemove={(ids) => act(() => forgetRequests(ids))} />
        )}
        {requests.length + closed.length === 0 && booked.length === 0 && <p>{t('none')}</p>}
        <DialogFoot>
          {requests.length > 0 && (
            <Button variant="text" startIcon={<Printer size={18} aria-hidden="true" />} onClick={print}>
              {t('print')}
            </Button>
          )}
          <Button variant="outlined" onClick={onClose}>
            {t('closeList')}
          </Button>
          {sendable.length > 1 && (
            <Button
              variant="contained"
              aria-disabled={busy || disabledReason !== null}
              aria-describedby={disabledReason ? REASON_ID : undefined}
              aria-busy={busy}
              onClick={() => {
                if (!disabledReason) void act(() => sendRequests(sendable, take))
              }}
            >
              {t('sendAll', { count: sendable.length })}
            </Button>
          )}
        </DialogFoot>
        {sheet}
      </Body>
    </Dialog>
  )
}

type ClosedProps = {
  of: readonly { id: string; number: number; at: number; by: string }[]
  onRemove: (ids: string[]) => void
}

/** What is known of those that do not open for who is here: number, time, and whether they were one's own. */
function ClosedRequests({ of, onRemove }: ClosedProps) {
  const { t } = useTranslation('asked')
  const spoken = useInstants()
  const who = useAtomValue(authUserAtom)?.id
  const ids = of.map(({ id }) => id)
  const sure = useSure(ids.join())
  return (
    <Closed>
      <Note kind="info">
        <NoteSign kind="info" />
        <span>{t(isTablet() ? 'closed.tablet' : 'closed.browser', { count: of.length })}</span>
      </Note>
      <ul>
        {of.map(({ id, number, at, by }) => (
          <li key={id}>
            {requestNumber(number)}, {spoken(new Date(at).toISOString())}
            {by === who && `, ${t('closed.own')}`}
          </li>
        ))}
      </ul>
      <Button variant="text" color="error" {...sure.presses(() => onRemove(ids))}>
        {t(sure.isAsked ? 'removeSure' : 'closed.remove')}
      </Button>
    </Closed>
  )
}

/** Dashed: it is not in the book. */
const Chip = styled(Button)(({ theme }) => ({
  '&&': { fontSize: '0.875rem', borderStyle: 'dashed', whiteSpace: 'nowrap' },
  color: theme.vars.palette.warning.main,
  borderColor: theme.vars.palette.warning.main,
}))

export function RequestsSurface() {
  const { t } = useTranslation('asked')
  const { notify } = useMessages()
  const asked = useAtomValue(offlineRequestsAtom)
  const who = useAtomValue(authUserAtom)?.id
  const isReading = useAtomValue(readOnlyAtom)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    readRequests().catch(() => notify('error', t('unreadable')))
  }, [who, isReading, notify, t])
  const own = asked?.requests.length ?? 0
  const count = own + (asked?.closed.length ?? 0)
  useWarningBeforeEnd(own > 0 && !isTablet())
  return (
    <>
      {count > 0 && (
        <Chip
          variant="outlined"
          aria-haspopup="dialog"
          startIcon={<ClipboardPen size={18} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {t('chip', { number: count })}
        </Chip>
      )}
      {isOpen && <RequestsDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** The key is the tab's own: when the last one is closed, nobody can read them any more. */
function useWarningBeforeEnd(warns: boolean) {
  useEffect(() => {
    if (!warns) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [warns])
}
