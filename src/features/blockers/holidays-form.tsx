import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockedAppointment, Blocker, Holiday } from '../../../contract/blockers.ts'
import { appointmentsUnder, blockerQueries, saveBlocker } from '../../api/blockers.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { messageFor } from '../../http/message-for.ts'
import { requestKeys } from '../../http/request-keys.ts'
import { useStoredState } from '../../session/open-forms.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { DialogFoot } from '../../ui/dialog-body.tsx'
import { Select } from '../../ui/form/select-field.tsx'
import { useMessages } from '../../ui/messages.ts'
import { Note, NoteSign } from '../../ui/note.tsx'
import { addOneByOne, type Failed, together } from './add-holidays.ts'
import type { Task } from './after-saving.ts'
import type { Clock } from './blocker-form.ts'
import { Conflicts } from './conflicts.tsx'
import { HolidayRow } from './holiday-row.tsx'
import {
  choiceOf,
  firstToCome,
  type HolidayChoice,
  isOver,
  isPresent,
  mistakesInDays,
  wireOfHoliday,
} from './holidays.ts'
import { LeftOver } from './left-over.tsx'
import { useAfterSaving } from './use-after-saving.ts'

const Fields = styled('form')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 })

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  padding: '0 12px 0 4px',
  '& > .MuiFormControlLabel-root': { marginLeft: 0 },
  '& > .fixed': { display: 'flex', alignItems: 'center', gap: 8, fontSize: '0.875rem' },
})

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
}))

const Failures = styled(Note)({ '& ul': { margin: 0, paddingInlineStart: 20, fontWeight: 400 } })

type Props = {
  year: number
  holidays: readonly Holiday[]
  /** Blockers of the types that a holiday can have. */
  stored: readonly Blocker[]
  clock: Clock
  onBusy: (busy: boolean) => void
  onClose: () => void
  onAdded: () => void
}

export function HolidaysForm({ year, holidays, stored, clock, onBusy, onClose, onAdded }: Props) {
  const { t } = useTranslation('blockers')
  const form = useRef<HTMLFormElement>(null)
  const [choices, setChoices] = useStoredState(`holidays ${year}`, holidays.map(choiceOf))

  const list = useRef<HTMLUListElement>(null)
  const [start] = useState(() => firstToCome(holidays.map(choiceOf), stored, clock))
  useEffect(() => {
    // Past holidays are above it.
    if (start > 0) list.current?.children[start]?.scrollIntoView({ block: 'start' })
  }, [start])

  const isOpen = (choice: HolidayChoice) => !isPresent(choice, stored)
  const selectable = choices.filter((choice) => isOpen(choice) && !isOver(choice, clock))
  const chosen = choices.filter((choice) => choice.isChosen && isOpen(choice))
  const { add, tryAgain, conflict, setConflict, after, done, failed } = useAdding({
    chosen,
    clock,
    form,
    onBusy,
    onAdded,
  })
  const busy = done !== null
  const change: Change = (of, changes) =>
    setChoices((before) =>
      before.map((choice, index) => (of(choice, index) ? { ...choice, ...changes } : choice)),
    )

  const busyText = after.progress
    ? t(after.progress.kind === 'cancel' ? 'conflict.cancelling' : 'conflict.sending', after.progress)
    : t('holidays.busy', { done: done ?? 0, total: chosen.length })
  return (
    <>
      {failed.length > 0 && <FailedHolidays failed={failed} />}
      {after.left && (
        <LeftOver
          left={after.left}
          busy={after.progress !== null}
          busyText={busyText}
          onRetry={() => void tryAgain()}
          onClose={onAdded}
        />
      )}
      {conflict && !after.left && (
        <Conflicts
          visits={conflict}
          busy={busy}
          busyText={busyText}
          form={form}
          onBack={() => setConflict(null)}
          canSendLinks
          onAnyway={(reason, sendsLinks) => void add(reason, sendsLinks)}
        />
      )}
      <Fields
        ref={form}
        noValidate
        hidden={conflict !== null || after.left !== null}
        style={conflict || after.left ? { display: 'none' } : undefined}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          void add()
        }}
      >
        <AllChoices year={year} choices={choices} selectable={selectable} onChange={change} />
        <List ref={list} aria-label={t('holidays.title')}>
          {choices.map((choice, index) => (
            <HolidayRow
              // Two lunar years can begin in one solar year.
              key={`${choice.name} ${holidays[index]?.from}`}
              choice={choice}
              year={year}
              isPresent={!isOpen(choice)}
              isOver={isOver(choice, clock)}
              onChange={(changes) => change((_, at) => at === index, changes)}
            />
          ))}
        </List>
        <DialogFoot>
          <Button variant="outlined" disabled={busy} onClick={onClose}>
            {t('holidays.close')}
          </Button>
          <Button variant="contained" type="submit" aria-disabled={busy} aria-busy={busy}>
            {busy ? busyText : t('holidays.submit', { count: chosen.length })}
          </Button>
        </DialogFoot>
      </Fields>
    </>
  )
}

type Change = (of: (choice: HolidayChoice, index: number) => boolean, changes: Partial<HolidayChoice>) => void

type AllChoicesProps = {
  year: number
  choices: readonly HolidayChoice[]
  selectable: readonly HolidayChoice[]
  onChange: Change
}

/** Controls that select all holidays, and make all fixed ones yearly. */
function AllChoices({ year, choices, selectable, onChange }: AllChoicesProps) {
  const { t } = useTranslation('blockers')
  return (
    <Bar>
      <FormControlLabel
        control={
          <Checkbox
            checked={selectable.length > 0 && selectable.every(({ isChosen }) => isChosen)}
            indeterminate={
              selectable.some(({ isChosen }) => isChosen) && !selectable.every(({ isChosen }) => isChosen)
            }
            disabled={selectable.length === 0}
            onChange={(_, isChosen) => onChange((choice) => selectable.includes(choice), { isChosen })}
          />
        }
        label={t('holidays.all')}
      />
      <label className="fixed" htmlFor="holidays-fixed">
        {t('holidays.fixed')}
        <Select
          id="holidays-fixed"
          value={
            choices.every(({ canBeYearly, type }) => !canBeYearly || type === 'One Time')
              ? 'One Time'
              : 'Yearly'
          }
          onChange={({ target }) =>
            onChange(({ canBeYearly }) => canBeYearly, {
              type: target.value === 'Yearly' ? 'Yearly' : 'One Time',
            })
          }
        >
          <option value="Yearly">{t('holidays.Yearly')}</option>
          <option value="One Time">{t('holidays.One Time', { year })}</option>
        </Select>
      </label>
    </Bar>
  )
}

function FailedHolidays({ failed }: { failed: readonly Failed[] }) {
  const { t } = useTranslation('blockers')
  return (
    <Failures kind="error" role="alert">
      <NoteSign kind="error" />
      <div>
        {t('holidays.addedSome')}
        <ul>
          {failed.map(({ name, error }) => (
            <li key={name}>
              {t('holidays.notAdded', { name, reason: messageFor(error, t('form.failed')) })}
            </li>
          ))}
        </ul>
      </div>
    </Failures>
  )
}

type AddingOptions = {
  chosen: readonly HolidayChoice[]
  clock: Clock
  form: RefObject<HTMLFormElement | null>
  onBusy: (busy: boolean) => void
  onAdded: () => void
}

/** Saves the chosen holidays as blockers, after a question about the appointments under them. */
function useAdding({ chosen, clock, form, onBusy, onAdded }: AddingOptions) {
  const { t } = useTranslation('blockers')
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const [conflict, setConflict] = useState<BlockedAppointment[] | null>(null)
  const after = useAfterSaving()
  const [done, setDone] = useState<number | null>(null)
  const [keys] = useState(requestKeys)
  const [failed, setFailed] = useState<Failed[]>([])

  /**
   * @param cancelReason message to the patients whose appointments are cancelled; null: they stay
   * @param sendsLinks sends them links to choose another time
   */
  async function add(cancelReason: string | null = null, sendsLinks = false) {
    if (done !== null) return
    clear()
    setFailed([])
    if (chosen.length === 0) return notify('error', t('holidays.nothing'))
    if (chosen.some((choice) => Object.keys(mistakesInDays(choice)).length > 0)) {
      const wrong = form.current?.querySelector('[aria-invalid=true]')
      return wrong?.querySelector<HTMLElement>('[role=spinbutton]')?.focus()
    }
    setDone(0)
    onBusy(true)
    try {
      // A colleague may have added some since the dialog was opened.
      const now = await queries.fetchQuery({ ...blockerQueries.holidayTypes(adminId), staleTime: 0 })
      const missing = chosen.filter((choice) => !isPresent(choice, now))
      if (missing.length === 0) return notify('info', t('holidays.nothing'))
      await save(
        missing.map((choice) => wireOfHoliday(choice, clock)),
        { cancelReason, sendsLinks },
      )
    } catch (error) {
      notify('error', messageFor(error, t('form.failed')))
    } finally {
      setDone(null)
      onBusy(false)
    }
  }

  async function save(
    wires: ReturnType<typeof wireOfHoliday>[],
    { cancelReason, sendsLinks }: { cancelReason: string | null; sendsLinks: boolean },
  ) {
    if (!conflict) {
      const lists: BlockedAppointment[][] = []
      for (const wire of wires) lists.push(await appointmentsUnder(wire, null))
      const struck = together(lists)
      if (struck.length > 0) return setConflict(struck)
    }
    const saved: string[] = []
    const keep = async (wire: (typeof wires)[number]) => {
      const { saved: blocker } = await keys.send(wire, (key) => saveBlocker(wire, null, key))
      if (blocker) saved.push(blocker.id)
    }
    const result = await addOneByOne(wires, keep, setDone)
    // The task needs all blockers.
    const task: Task | null =
      result.failed.length > 0
        ? null
        : cancelReason !== null
          ? { kind: 'cancel', reason: cancelReason }
          : sendsLinks
            ? { kind: 'links', blockers: saved }
            : null
    const isDone = !task || !conflict || (await after.run(task, conflict))
    await refetchChanged(queries, blockerQueries.stored())
    setConflict(null)
    if (result.failed.length > 0) return setFailed(result.failed)
    const added = t('holidays.added', { count: result.done })
    if (isDone) finished(task, conflict?.length ?? 0, added)
  }

  function finished(task: Task | null, count: number, added = t('form.saved')) {
    onAdded()
    const said = task && t(task.kind === 'cancel' ? 'conflict.cancelled' : 'conflict.sent', { count })
    notify('success', said ? `${added} ${said}` : added)
  }

  async function tryAgain() {
    if (!after.left) return
    const { task, total } = after.left
    onBusy(true)
    const isDone = await after.retry()
    onBusy(false)
    if (isDone) finished(task, total)
  }
  return { add, tryAgain, conflict, setConflict, after, done, failed }
}
