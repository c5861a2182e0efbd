import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { OwnVisit } from '../../../contract/own-visit.ts'
import { changeOwnVisit, type OwnVisitChange } from '../../api/own-visit.ts'
import { ApiError } from '../../http/api-error.ts'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { CancelForm } from './cancel-form.tsx'
import { EarlierTime, OfferCard } from './offer-card.tsx'
import { problemOf } from './states.ts'
import { useWhen } from './use-when.ts'
import { VisitActions } from './visit-actions.tsx'
import { VisitCard } from './visit-card.tsx'

const MoveForm = lazy(async () => ({ default: (await import('./move-form.tsx')).MoveForm }))

/** What is asked for in a form. */
type Form = 'move' | 'cancel'

type Props = {
  token: string
  visit: OwnVisit
  onChanged: (visit: OwnVisit) => void
  /** The link has died meanwhile. */
  onDead: () => void
}

/** What is said after a press, by key of the texts. */
type Message = {
  kind: 'success' | 'error'
  key: `done.${OwnVisitChange['to']}` | Failed
}
type Failed = `problem.${ReturnType<typeof problemOf>}`

const NO_ANSWER = { status: 0, code: undefined, data: undefined }

/** The visit, and what its patient can do with it. Nothing is done but by a press. */
export function VisitView({ token, visit, onChanged, onDead }: Props) {
  const { t } = useTranslation('visit')
  const when = useWhen()
  const [open, setOpen] = useState<Form | null>(null)
  const [busy, setBusy] = useState<OwnVisitChange['to'] | null>(null)
  const [message, setMessage] = useState<Message | null>(null)
  const said = useRef<HTMLDivElement>(null)

  const say = (next: Message) => {
    setMessage(next)
    // What was pressed may be gone.
    said.current?.focus()
  }
  /** @returns whether it was done */
  async function change(asked: OwnVisitChange): Promise<boolean> {
    if (busy !== null) return false
    setBusy(asked.to)
    setMessage(null)
    try {
      const after = await changeOwnVisit(token, asked)
      onChanged(after)
      setOpen(null)
      say({ kind: 'success', key: `done.${asked.to}` })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) onDead()
      else say({ kind: 'error', key: failed(error, asked.to) })
      return false
    } finally {
      setBusy(null)
    }
  }
  function failed(error: unknown, to: OwnVisitChange['to']): Failed {
    const { status, code, data } = error instanceof ApiError ? error : NO_ANSWER
    const after = v.safeParse(OwnVisit, data)
    if (after.success) {
      onChanged(after.output)
      setOpen(null)
    }
    return `problem.${problemOf({ status, code, visit: after.success ? after.output : null }, to)}`
  }

  return (
    <>
      <VisitCard visit={visit} />
      <div
        className="visit-said"
        ref={said}
        role={message?.kind === 'error' ? 'alert' : 'status'}
        tabIndex={-1}
      >
        {message && (
          <div className="visit-note" data-kind={message.kind}>
            {message.kind === 'error' ? <CircleAlert size={24} /> : <CircleCheck size={24} />}
            <span>{t(message.key, { when: when.moment(visit.appointment_date) })}</span>
          </div>
        )}
      </div>
      {visit.offer && open === null && (
        <OfferCard
          offer={visit.offer}
          busy={busy === 'claim'}
          onTake={() => visit.offer && void change({ to: 'claim', offer: visit.offer.id })}
        />
      )}
      {open === 'move' ? (
        <Suspense
          fallback={
            <p className="visit-small" role="status">
              {t('loading')}
            </p>
          }
        >
          <MoveForm
            token={token}
            visit={visit}
            busy={busy === 'move'}
            onMove={(slot, key) => change({ to: 'move', slot, key })}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      ) : open === 'cancel' ? (
        <CancelForm
          busy={busy === 'cancel'}
          onCancel={(reason) => void change({ to: 'cancel', reason })}
          onClose={() => setOpen(null)}
        />
      ) : (
        <VisitActions
          visit={visit}
          busy={busy}
          onPress={(to) => void change({ to })}
          onOpen={(form) => {
            setMessage(null)
            setOpen(form)
          }}
        />
      )}
      {open === null && visit.canChange && (
        <EarlierTime waits={visit.waits} busy={busy} onPress={(to) => void change({ to })} />
      )}
      {open === null && visit.status !== 'cancelled' && <VisitFoot visit={visit} />}
    </>
  )
}

/** Until when it can be changed here, or whom to call. */
function VisitFoot({ visit }: { visit: OwnVisit }) {
  const { t } = useTranslation('visit')
  const when = useWhen()
  const { phone } = visit.place
  if (visit.canChange)
    return <p className="visit-small">{t('until', { when: when.moment(visit.changeUntil) })}</p>
  return (
    <p className="visit-small">
      {t('late')} {phone !== null && <PhoneLink phone={phone} />}
    </p>
  )
}
