import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NearestTime, OverrideWire } from '../../../../../contract/appointments.ts'
import type { DeskConflict } from '../../../../api/desk.ts'
import { messageFor } from '../../../../http/message-for.ts'
import { isoLanguage } from '../../../../i18n/languages.ts'
import {
  mayCorrect,
  maySend,
  type OfflineRequest,
  type RequestState,
} from '../../../../offline/requests/request.ts'
import { correctRequest } from '../../../../offline/requests/requests.ts'
import type { Sent } from '../../../../offline/requests/send.ts'
import { telAddress } from '../../../../ui/contact-addresses.ts'
import { formatTime, shortDay } from '../../../../ui/format-time.ts'
import { requestNumber, useWish } from '../../../../ui/offline-requests/request-words.ts'
import { useInstants } from '../../../../ui/use-instants.ts'
import { useSure } from '../../../../ui/use-sure.ts'
import { patientName } from '../../state/appointment-label.ts'
import { useNaming } from '../../state/use-naming.ts'
import { overWith } from '../question.ts'

const Card = styled('li')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  padding: '12px 16px',
  borderRadius: 8,
  border: `1px dashed ${theme.vars.palette.warning.main}`,
  overflowWrap: 'anywhere',
  '& strong': { fontWeight: 600 },
  '& .number': { color: theme.vars.palette.warning.main, fontWeight: 600 },
  '& .soft': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
  '& .problem': { color: theme.vars.palette.error.main, fontWeight: 600 },
  '& .line, & .buttons': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' },
  '& .buttons': { marginTop: 4 },
  '& label': { display: 'grid', gap: 4, fontWeight: 600 },
  '& input': {
    boxSizing: 'border-box',
    width: '100%',
    height: 44,
    padding: '0 12px',
    borderRadius: 8,
    border: `1px solid ${theme.vars.palette.controlLine}`,
    font: 'inherit',
    fontWeight: 400,
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.background.paper,
  },
}))

type Props = {
  of: OfflineRequest
  state: RequestState
  /** What became of it when it was sent from here. */
  outcome: Sent | undefined
  busy: boolean
  /** Id of the sentence that says why nothing can be sent now. */
  needsConnection: string | undefined
  onSend: (request: OfflineRequest) => void
  onCorrect: (request: OfflineRequest) => void
  onRemove: (request: OfflineRequest) => void
}

export function RequestCard({ of: request, state, outcome, busy, needsConnection, ...does }: Props) {
  const { t } = useTranslation('asked')
  const spoken = useInstants()
  const wish = useWish()
  const sure = useSure(request.key)
  const [wasOvertaken, setOvertaken] = useState(false)
  const unavailable = {
    'aria-disabled': busy || needsConnection !== undefined,
    'aria-describedby': needsConnection,
  }
  const conflict = outcome?.kind === 'conflict' ? outcome.conflict : null
  const failed = outcome?.kind === 'refused' || outcome?.kind === 'unanswered' ? outcome : null
  /** Another body is another booking, which is saved before it is sent. The override was for the one before. */
  const sendWith = async (changes: Partial<OfflineRequest['body']>) => {
    if (unavailable['aria-disabled']) return
    const { override: _, ...body } = request.body
    const now = await correctRequest(request, { body: { ...body, ...changes } }).catch(() => null)
    setOvertaken(now === null)
    if (now) does.onSend(now)
  }
  return (
    <Card>
      <div className="line">
        <span className="number">{requestNumber(request.number)}</span>
        <strong>{request.name}</strong>
        {request.phone && <a href={telAddress(request.phone)}>{request.phone}</a>}
      </div>
      <p>{wish(request)}</p>
      <p className="soft">
        {t('savedBy', { at: spoken(new Date(request.at).toISOString()), name: request.by.name })}
      </p>
      {state !== 'new' && <p className="problem">{t(`state.${state}`)}</p>}
      <div role="alert">
        {wasOvertaken && <p className="problem">{t('overtaken')}</p>}
        {failed && state !== 'unanswered' && (
          <p className="problem">{messageFor(failed.error, t('failed'))}</p>
        )}
        {conflict && (
          <Conflict
            key={request.key}
            of={conflict}
            before={request.body.override || null}
            unavailable={unavailable}
            onTry={sendWith}
          />
        )}
      </div>
      <div className="buttons">
        {maySend(state) && !conflict && (
          <Button
            variant="outlined"
            {...unavailable}
            aria-label={t(state === 'unanswered' ? 'sendAgainOf' : 'sendOf', {
              number: requestNumber(request.number),
              name: request.name,
            })}
            onClick={() => {
              if (!unavailable['aria-disabled']) does.onSend(request)
            }}
          >
            {t(state === 'unanswered' ? 'sendAgain' : 'send')}
          </Button>
        )}
        {mayCorrect(state) && (
          <Button variant="text" onClick={() => does.onCorrect(request)}>
            {t(state === 'old' ? 'stillWanted' : 'correct')}
          </Button>
        )}
        <Button variant="text" color="error" {...sure.presses(() => does.onRemove(request))}>
          {t(sure.isAsked ? 'removeSure' : 'remove')}
        </Button>
      </div>
    </Card>
  )
}

type ConflictProps = {
  of: DeskConflict
  /** What it was sent with. */
  before: OverrideWire | null
  unavailable: { 'aria-disabled': boolean; 'aria-describedby': string | undefined }
  onTry: (changes: Partial<OfflineRequest['body']>) => void
}

/** Why it was not booked, the nearest free times, and where it can be gone over the field for a reason. */
function Conflict({ of, before, unavailable, onTry }: ConflictProps) {
  const { conflict, samePerson, asks } = of
  const { t, i18n } = useTranslation('asked')
  const language = isoLanguage(i18n.language)
  const naming = useNaming()
  const [reason, setReason] = useState(before?.reason ?? '')
  const [lacksReason, setLacksReason] = useState(false)
  const why = () => {
    if (samePerson[0]) return t('samePerson', { who: naming(samePerson[0]) })
    if (conflict?.takenBy[0]) return t('takenBy', { name: patientName(conflict.takenBy[0]) })
    return conflict?.because ? t(`because.${conflict.because}`) : t('taken')
  }
  const choose = ({ appointment_date, start_time, doctor }: NearestTime) =>
    onTry({ appointment_date, start_time, doctor: doctor.id })
  return (
    <>
      <p className="problem">{why()}</p>
      {conflict && conflict.nearest.length > 0 && (
        <>
          <p>{t('nearest')}</p>
          <div className="buttons">
            {conflict.nearest.map((near) => (
              <Button
                key={`${near.appointment_date} ${near.start_time} ${near.doctor.id}`}
                variant="outlined"
                {...unavailable}
                onClick={() => choose(near)}
              >
                {shortDay(near.appointment_date, language)}, {formatTime(near.start_time, language)}
              </Button>
            ))}
          </div>
        </>
      )}
      {asks && (
        <div>
          <label>
            {t('reason')}
            <input
              type="text"
              autoComplete="off"
              maxLength={200}
              aria-invalid={lacksReason}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </label>
          <Button
            variant="outlined"
            {...unavailable}
            onClick={() => {
              setLacksReason(reason.trim() === '')
              if (reason.trim() === '') return
              onTry({ override: { reason: reason.trim(), over: overWith(before?.over ?? [], of) } })
            }}
          >
            {t('nevertheless')}
          </Button>
        </div>
      )}
    </>
  )
}
