import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Blocker, BlockerPreview, SaveBlockerWire } from '../../../contract/blockers.ts'
import { blockerNow, blockerQueries, previewBlocker, saveBlocker } from '../../api/blockers.ts'
import { putRow } from '../../api/cached-rows.ts'
import { sendLinks } from '../../api/closures.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { clinic } from '../../clinic.ts'
import { clock as trueClock } from '../../clock.ts'
import { messageFor } from '../../http/api-error.ts'
import { messageForAnswer } from '../../i18n/wire-messages.ts'
import { blockerReachAtom } from '../../session/rights.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { DialogBody, DialogFoot, DialogIntro, DialogMessages } from '../../ui/dialog-body.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { zoneCity } from '../../ui/format-time.ts'
import { useMessages } from '../../ui/messages.ts'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { BlockerFields } from './blocker-fields.tsx'
import { checkBlocker, EMPTY_BLOCKER, isSaved, valuesOf, wireOf } from './blocker-form.ts'
import { cancelVisits, missedText } from './cancel-visits.ts'
import { Conflicts } from './conflicts.tsx'
import { NextDates } from './next-dates.tsx'
import { StaleNotice } from './stale-notice.tsx'

export { preparePickers } from '../../ui/pickers/picker-language.ts'

type Props = {
  /** Null: a new one. */
  blocker: Blocker | null
  onClose: () => void
}

/** Keeps the input after a refusal. */
export function BlockerDialog({ blocker, onClose }: Props) {
  const [edited, setEdited] = useState(blocker)
  const [busy, setBusy] = useState(false)
  const { clear } = useMessages()
  const close = () => {
    if (busy) return
    clear()
    onClose()
  }
  return (
    <FormDialog labelledBy="blocker-title" onClose={close}>
      {/* Another version resets the form. */}
      <BlockerForm
        key={edited?.version ?? 0}
        edited={edited}
        onReload={setEdited}
        onBusy={setBusy}
        onClose={close}
        onSaved={onClose}
      />
    </FormDialog>
  )
}

type FormProps = {
  edited: Blocker | null
  onReload: (current: Blocker) => void
  onBusy: (busy: boolean) => void
  onClose: () => void
  onSaved: () => void
}

function BlockerForm({ edited, onReload, onBusy, onClose, onSaved }: FormProps) {
  const { t } = useTranslation('blockers')
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const [conflict, setConflict] = useState<BlockerPreview['appointments'] | null>(null)
  /** The message to the patients whose visits are to be cancelled; null: they stay. */
  const cancelling = useRef<string | null>(null)
  const sendsLinks = useRef(false)
  const [stale, setStale] = useState<Blocker | null>(null)
  const ownColumn = useAtomValue(blockerReachAtom)?.doctorId ?? ''
  const ownLocation = useAtomValue(authUserAtom)?.location ?? ''
  // 'Today' is the day on which the form was opened.
  const [clock] = useState(() => ({ timeZone: clinic.timeZone, now: trueClock.now() }))

  // Whoever edits or deletes it at once, before the list is there, means what they have just seen of it.
  const put = (blocker: Blocker) => putRow(queries, blockerQueries.stored(), blocker)

  async function save(
    wire: SaveBlockerWire,
  ): Promise<{ message?: string | undefined; id?: string | undefined }> {
    try {
      const { message, saved } = await saveBlocker(wire, edited)
      if (saved) put(saved)
      return { message, id: saved?.id }
    } catch (error) {
      const current = blockerNow(error)
      if (current) put(current)
      // Their own, of which the answer was lost, or a colleague's who wanted the same.
      if (current && isSaved(wire, current, clock)) return { id: current.id }
      throw error
    } finally {
      // After a lost answer too: it may have been saved.
      void refetchChanged(queries, blockerQueries.stored())
    }
  }

  /** @returns whether all patients get their links, where that was asked for */
  async function linksSent(id: string | undefined): Promise<boolean> {
    if (!conflict || !sendsLinks.current) return true
    const ids = conflict.first.map((visit) => visit.id)
    const told = id === undefined ? [] : await sendLinks(id, ids).catch(() => [])
    return ids.every((each) => told.includes(each))
  }

  const form = useForm({
    // A doctor is away wherever that would be.
    initial: edited
      ? valuesOf(edited)
      : { ...EMPTY_BLOCKER, location: ownColumn ? '' : ownLocation, doctorId: ownColumn },
    check: (values) => checkBlocker(values, clock),
    messages: useFieldMessages('blockers'),
    send: async (values) => {
      clear()
      onBusy(true)
      const wire = wireOf(values, clock)
      try {
        if (!conflict) {
          const { appointments } = await previewBlocker(wire, { edited })
          if (appointments.total > 0) return setConflict(appointments)
        }
        const { message, id } = await save(wire)
        const isSent = await linksSent(id)
        const reason = cancelling.current
        const cancelled = conflict && reason !== null ? await cancelVisits(conflict.first, reason) : null
        cancelling.current = null
        if (cancelled?.missed.length) {
          onSaved()
          return notify('error', missedText(cancelled, t))
        }
        onSaved()
        if (!isSent) return notify('error', t('conflict.notSent'))
        const answer = messageForAnswer(message, edited ? 'blockerSaved' : 'blockerCreated')
        notify('success', answer ?? t('form.saved'))
      } catch (error) {
        setConflict(null)
        throw error
      } finally {
        onBusy(false)
      }
    },
    failed: (error) => {
      const current = blockerNow(error)
      if (current) setStale(current)
      else notify('error', messageFor(error, t('form.failed')))
    },
  })

  return (
    <DialogBody>
      <DialogIntro>
        <h2 id="blocker-title">{t(edited ? 'form.edit' : 'form.create')}</h2>
        <p>{t('form.zone', { city: zoneCity(clinic.timeZone) })}</p>
      </DialogIntro>
      <DialogMessages />
      {stale && <StaleNotice current={stale} onLoad={() => onReload(stale)} />}
      {conflict && (
        <Conflicts
          appointments={conflict}
          busy={form.busy}
          busyText={t('form.saving')}
          form={form.element}
          onBack={() => setConflict(null)}
          canSendLinks
          onAnyway={(reason, sends) => {
            cancelling.current = reason
            sendsLinks.current = sends
            void form.submit()
          }}
        />
      )}
      <div hidden={conflict !== null}>
        <Form form={form}>
          <BlockerFields values={form.values} field={form.field} />
          <NextDates values={form.values} clock={clock} />
          <DialogFoot>
            <Button variant="outlined" disabled={form.busy} onClick={onClose}>
              {t('form.close')}
            </Button>
            <SubmitButton busy={form.busy} busyText={t('form.saving')}>
              {t('form.save')}
            </SubmitButton>
          </DialogFoot>
        </Form>
      </div>
    </DialogBody>
  )
}
