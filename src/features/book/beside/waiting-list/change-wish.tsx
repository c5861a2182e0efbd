import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { MAX_LENGTH } from '../../../../../contract/fields.ts'
import { WaitingEntry } from '../../../../../contract/waiting-list.ts'
import { doctorQueries } from '../../../../api/doctors.ts'
import { serviceQueries } from '../../../../api/services.ts'
import { changeWaiting } from '../../../../api/waiting-changes.ts'
import { ApiError } from '../../../../http/api-error.ts'
import { messageFor } from '../../../../http/message-for.ts'
import { useStoredState } from '../../../../session/open-forms.ts'
import { firstProblem } from '../../../../ui/form/first-problem.ts'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { Note, NoteSign } from '../../../../ui/note.tsx'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { useFieldMessages } from '../../../../ui/use-field-messages.ts'
import { WishFields } from '../../../../ui/waiting/wish-fields.tsx'
import { MomentLine } from '../../desk/moment-line.tsx'
import { isWhole } from '../../desk/typed.ts'

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  padding: '8px 8px 8px 0',
  '& .check': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 34 },
  '& .check > input': { width: 18, height: 18, margin: 0, accentColor: theme.vars.palette.primary.main },
  '& .buttons': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '& .buttons > button': { padding: '4px 12px', fontSize: '0.875rem' },
  '@media (pointer: coarse)': { '& .check, & .buttons > button': { minHeight: 44 } },
}))

type Props = {
  of: WaitingEntry
  /** Earliest end of the wish, 'YYYY-MM-DD'. */
  today: string
  onSaved: (entry: WaitingEntry) => void
  onClose: () => void
}

/** Form in the row of a waiting patient that changes which times suit. */
export function ChangeWish({ of: entry, today, onSaved, onClose }: Props) {
  const { t } = useTranslation('waiting')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { wish, set, save, busy, problem, offline } = useWish(entry, onSaved)
  const isFirst = entry.appointment === null
  const doctors = useQuery(doctorQueries.list(entry.location, isFirst ? wish.service : ''))
  const services = useQuery({ ...serviceQueries.all(entry.location), enabled: isFirst })
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input')?.focus(), [])

  const field = (name: 'service' | 'doctor' | 'note') => ({
    id: `${id}${name}`,
    hintId: `${id}${name}-hint`,
    name,
    value: wish[name],
    error: undefined,
    change: (value: string) => set({ [name]: value }),
  })
  return (
    <Form
      ref={form}
      aria-label={t('change.of', { name: entry.name })}
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // A calendar that is opened from here closes first: it is outside of this part of the page.
        if (!event.currentTarget.contains(event.target as Node)) return
        event.preventDefault()
        onClose()
      }}
    >
      {isFirst && (
        <SelectField
          field={field('service')}
          label={t('change.service')}
          options={optionsOf(
            entry.serviceId === null ? entry.service : t('change.anyService'),
            null,
            services.data,
          )}
        />
      )}
      <SelectField
        field={field('doctor')}
        label={t('change.doctor')}
        options={optionsOf(t('change.anyDoctor'), entry.doctor, doctors.data)}
      />
      <WishFields
        wish={wish}
        onWish={({ weekdays, partOfDay }) => set({ weekdays: [...weekdays], partOfDay })}
      />
      <MomentLine
        field={{ value: wish.from, change: (from) => set({ from }) }}
        label={t('change.from')}
        kind="day"
      />
      <MomentLine
        field={{ value: wish.to, change: (to) => set({ to }) }}
        label={t('wish.until')}
        kind="day"
        min={wish.from > today ? wish.from : today}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={wish.urgent}
          onChange={({ target }) => set({ urgent: target.checked })}
        />
        {t('change.urgent')}
      </label>
      <TextField
        field={{ ...field('note'), change: (note) => set({ note: note.slice(0, MAX_LENGTH.todoNote) }) }}
        label={t('change.note')}
        autoCapitalize="sentences"
      />
      {problem !== null && (
        <Note kind="error" role="alert">
          <NoteSign kind="error" />
          <span>{problem}</span>
        </Note>
      )}
      <div className="buttons">
        <Button type="submit" variant="contained" aria-busy={busy} aria-disabled={offline}>
          {t('change.save')}
        </Button>
        <Button onClick={onClose}>{t('wish.cancel')}</Button>
      </div>
    </Form>
  )
}

type Draft = Pick<WaitingEntry, 'weekdays' | 'partOfDay' | 'from' | 'to' | 'urgent' | 'note'> & {
  /** Ids; empty: none. */
  doctor: string
  service: string
}

const wishOf = ({ weekdays, partOfDay, from, to, urgent, note, doctor, serviceId }: WaitingEntry): Draft => ({
  ...{ weekdays, partOfDay, from, to, urgent, note },
  doctor: doctor?.id ?? '',
  service: serviceId ?? '',
})

/** Draft of a wish, stored while it is edited, and its saving. */
function useWish(entry: WaitingEntry, onSaved: (entry: WaitingEntry) => void) {
  const { t } = useTranslation('waiting')
  const offline = useDisabledReason() !== null
  const fieldMessage = useFieldMessages('waiting')
  const [{ wish, version }, setForm] = useStoredState(`wish ${entry.id}`, {
    wish: wishOf(entry),
    version: entry.version,
  })
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const set = (change: Partial<Draft>) => setForm((held) => ({ ...held, wish: { ...held.wish, ...change } }))

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy || offline) return
    setBusy(true)
    setProblem(null)
    try {
      onSaved(await changeWaiting(entry.id, version, changes(entry, wish)))
    } catch (error) {
      const theirs = v.safeParse(WaitingEntry, error instanceof ApiError ? error.data : null)
      // A colleague has saved first: their version is shown and can be changed.
      if (theirs.success) setForm({ wish: wishOf(theirs.output), version: theirs.output.version })
      setProblem(
        theirs.success
          ? t('change.stale')
          : (firstProblem(error, fieldMessage) ?? messageFor(error, t('failed'))),
      )
    } finally {
      setBusy(false)
    }
  }
  return { wish, set, save, busy, problem, offline }
}

/** Options of a select, with the chosen one even before the list is fetched or after it was removed from it. */
const optionsOf = (
  none: string,
  chosen: { id: string; name: string } | null,
  listed: readonly { id: string; name: string }[] = [],
) => [
  { value: '', label: none },
  ...(chosen && !listed.some((one) => one.id === chosen.id)
    ? [{ value: chosen.id, label: chosen.name }]
    : []),
  ...listed.map((one) => ({ value: one.id, label: one.name })),
]

/** Changed fields only: an unchanged doctor or service may be gone by now. */
function changes(entry: WaitingEntry, wish: Draft) {
  const before = wishOf(entry)
  const { weekdays, partOfDay, urgent, note, doctor, service } = wish
  return {
    weekdays,
    partOfDay,
    urgent,
    note,
    ...(isWhole(wish.from) && { from: wish.from }),
    ...(isWhole(wish.to) && { to: wish.to }),
    ...(doctor !== before.doctor && { doctor: doctor || null }),
    ...(service !== before.service && { service: service || null }),
  }
}
