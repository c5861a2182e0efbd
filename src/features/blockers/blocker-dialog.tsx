import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockedAppointment, Blocker, SaveBlockerWire } from '../../../contract/blockers.ts'
import { appointmentsUnder, blockerNow, blockerQueries, saveBlocker } from '../../api/blockers.ts'
import { putRow } from '../../api/cached-rows.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { clock as trueClock } from '../../clock.ts'
import { messageFor } from '../../http/message-for.ts'
import { isoLanguage } from '../../i18n/languages.ts'
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
import { useDebounced } from '../../ui/use-debounced.ts'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { useClinic } from '../../use-clinic.ts'
import type { Task } from './after-saving.ts'
import { BlockerFields } from './blocker-fields.tsx'
import {
  type BlockerValues,
  type Clock,
  checkBlocker,
  EMPTY_BLOCKER,
  isSaved,
  valuesOf,
  wireOf,
} from './blocker-form.ts'
import { dayLabel } from './blocker-labels.ts'
import { Conflicts } from './conflicts.tsx'
import { LeftOver } from './left-over.tsx'
import { Summary } from './summary.tsx'
import { useAfterSaving } from './use-after-saving.ts'

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
  const clinic = useClinic()
  const { t } = useTranslation('blockers')
  const { notify, clear } = useMessages()
  const [conflict, setConflict] = useState<BlockedAppointment[] | null>(null)
  /** Task for the appointments under the blocker; null: they stay. */
  const chosen = useRef<ChosenTask | null>(null)
  const after = useAfterSaving()
  const [stale, setStale] = useState<Blocker | null>(null)
  const ownColumn = useAtomValue(blockerReachAtom)?.doctorId ?? ''
  const ownLocation = useAtomValue(authUserAtom)?.location ?? ''
  // 'Today' is the day on which the form was opened.
  const [clock] = useState(() => ({ timeZone: clinic.timeZone, now: trueClock.now() }))
  const save = useSave(edited, clock)

  function finished(kind: 'cancel' | 'links', count: number, answer = t('form.saved')) {
    onSaved()
    notify('success', `${answer} ${t(kind === 'cancel' ? 'conflict.cancelled' : 'conflict.sent', { count })}`)
  }

  async function tryAgain() {
    if (!after.left) return
    const { task, total } = after.left
    onBusy(true)
    const isDone = await after.retry()
    onBusy(false)
    if (isDone) finished(task.kind, total)
  }
  const busyText = after.progress
    ? t(after.progress.kind === 'cancel' ? 'conflict.cancelling' : 'conflict.sending', after.progress)
    : t('form.saving')

  const form = useForm({
    // A doctor is away wherever that would be.
    initial: edited
      ? valuesOf(edited)
      : { ...EMPTY_BLOCKER, location: ownColumn ? '' : ownLocation, doctorId: ownColumn },
    check: (values) => checkBlocker(values, clock),
    messages: useFieldMessages('blockers'),
    send: async (values, key) => {
      clear()
      onBusy(true)
      const wire = wireOf(values, clock)
      try {
        if (!conflict) {
          const visits = await appointmentsUnder(wire, edited)
          if (visits.length > 0) return setConflict(visits)
        }
        const { message, id } = await save(wire, key)
        const answer =
          messageForAnswer(message, edited ? 'blockerSaved' : 'blockerCreated') ?? t('form.saved')
        if (!conflict || chosen.current === null) {
          onSaved()
          return notify('success', answer)
        }
        const task = taskOf(chosen.current, id)
        if (await after.run(task, conflict)) finished(task.kind, conflict.length, answer)
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
      {after.left && (
        <LeftOver
          left={after.left}
          busy={after.progress !== null}
          busyText={busyText}
          onRetry={() => void tryAgain()}
          onClose={onClose}
        />
      )}
      {conflict && !after.left && (
        <Conflicts
          visits={conflict}
          busy={form.busy}
          busyText={busyText}
          form={form.element}
          onBack={() => setConflict(null)}
          canSendLinks
          onAnyway={(reason, sends) => {
            chosen.current = reason !== null ? { kind: 'cancel', reason } : sends ? { kind: 'links' } : null
            void form.submit()
          }}
        />
      )}
      <div hidden={conflict !== null || after.left !== null}>
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

type ChosenTask = { kind: 'cancel'; reason: string } | { kind: 'links' }

/** @param id of the saved blocker; undefined: unknown, as the answer was lost */
const taskOf = (chosen: ChosenTask, id: string | undefined): Task =>
  chosen.kind === 'cancel' ? chosen : { kind: 'links', blockers: id === undefined ? [] : [id] }

/** Saves a blocker and puts the answer into the list. */
function useSave(edited: Blocker | null, clock: Clock) {
  const queries = useQueryClient()
  // It can be edited again before the list is fetched.
  const put = (blocker: Blocker) => putRow(queries, blockerQueries.stored(), blocker)

  return async function save(
    wire: SaveBlockerWire,
    key: string,
  ): Promise<{ message?: string | undefined; id?: string | undefined }> {
    try {
      const { message, saved } = await saveBlocker(wire, edited, key)
      if (saved) put(saved)
      return { message, id: saved?.id }
    } catch (error) {
      const current = blockerNow(error)
      if (current) put(current)
      // Already saved: the answer was lost, or a colleague saved the same.
      if (current && isSaved(wire, current, clock)) return { id: current.id }
      throw error
    } finally {
      // After a lost answer too: it may have been saved.
      void refetchChanged(queries, blockerQueries.stored())
    }
  }
}

const Box = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  padding: 16,
  border: `1px solid ${theme.vars.palette.warning.main}`,
  borderRadius: 8,
  '& > p > strong': { fontWeight: 600, color: theme.vars.palette.warning.main },
  '& > .foot': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' },
}))

/** Somebody else changed the blocker first: shows its current state and offers to load it. */
function StaleNotice({ current, onLoad }: { current: Blocker; onLoad: () => void }) {
  const { t } = useTranslation('blockers')
  return (
    <Box role="alert">
      <p>
        <strong>{t('stale.title')}</strong> {t('stale.text')}
      </p>
      <Summary blocker={current} />
      <div className="foot">
        <Button variant="outlined" onClick={onLoad}>
          {t('stale.load')}
        </Button>
        <span>{t('stale.loses')}</span>
      </div>
    </Box>
  )
}

/** The server is asked after this much quiet, in milliseconds. */
const SETTLED_MS = 400

const Line = styled('p')(({ theme }) => ({
  // Reserves room, so that the content below jumps once at most.
  minHeight: '3em',
  '&:empty': { position: 'absolute' },
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
}))

function NextDates({ values, clock }: { values: BlockerValues; clock: Clock }) {
  const { t, i18n } = useTranslation('blockers')
  const language = isoLanguage(i18n.language)
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const { description: _, ...problems } = checkBlocker(values, clock)
  const isAskable = values.type !== 'One Time' && Object.keys(problems).length === 0
  const question = isAskable ? JSON.stringify(wireOf({ ...values, description: '' }, clock)) : ''
  const settled = useDebounced(question, SETTLED_MS)
  const { data } = useQuery({
    ...blockerQueries.preview(adminId, settled === '' ? NOTHING : JSON.parse(settled)),
    enabled: settled !== '',
  })
  if (values.type === 'One Time' || values.type === '') return null
  const dates = data?.next.map(({ start }) => dayLabel(start, language)).join(', ')
  return (
    <Line aria-live="polite" aria-busy={question !== settled}>
      {question === '' ? null : dates ? t('form.next', { dates }) : NO_BREAK_SPACE}
    </Line>
  )
}

const NO_BREAK_SPACE = '\u00a0'
const NOTHING = { description: '', type: 'Daily' } as const
