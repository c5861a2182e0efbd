import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useAtomValue, useSetAtom } from 'jotai'
import ClipboardPen from 'lucide-react/icons/clipboard-pen'
import X from 'lucide-react/icons/x'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays } from '../../../../../domain/clinic-time.ts'
import { isoLanguage } from '../../../../i18n/languages.ts'
import { correctRequest, NotSaved, saveRequest, whereSaved } from '../../../../offline/requests/requests.ts'
import { ownLocationsAtom } from '../../../../session/rights.ts'
import { authUserAtom } from '../../../../session/session-atoms.ts'
import { shortDay } from '../../../../ui/format-time.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { addressOf } from '../../state/dashboard-address.ts'
import type { Desk } from '../../state/desk-atom.ts'
import { focusBack } from '../../state/focus-back.ts'
import { noticeAtom } from '../../state/use-changes.ts'
import { ChannelChoice } from '../channel-choice.tsx'
import { ChoiceLine } from '../choice-line.tsx'
import { comingDay } from '../coming-day.ts'
import { Panel } from '../panel-look.ts'
import { usePanelPlace } from '../use-panel-place.ts'
import { noteOf, problemOf, saidOfNote, startOf, useNote } from './use-note.ts'

/** Days that a wish may be for, from today on. */
const DAYS = 90

const Unbooked = styled('p')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  padding: '8px 12px',
  borderRadius: 8,
  border: `1px dashed ${theme.vars.palette.warning.main}`,
  '& > svg': { flex: 'none', color: theme.vars.palette.warning.main },
  '& strong': { display: 'block', fontWeight: 600, color: theme.vars.palette.warning.main },
}))

type Props = Desk & { onClose: () => void; today: string }

/** What a caller asks for while there is no connection: it is noted, and not booked. */
export function NotePanel({ place, location, patient, note: start, opener, onClose, today, request }: Props) {
  const days = Array.from({ length: DAYS }, (_, i) => addDays(today, i))
  const shown = comingDay(addressOf(window.location.search), today)
  const { t, i18n } = useTranslation('asked')
  const language = isoLanguage(i18n.language)
  const user = useAtomValue(authUserAtom)
  const own = useAtomValue(ownLocationsAtom)
  const disabledReason = useDisabledReason()
  const say = useSetAtom(noticeAtom)
  const ids = useId()
  const panel = useRef<HTMLElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const { note, change, services, doctors, chooseService } = useNote(
    request
      ? noteOf(request)
      : startOf(
          { place, location, patient, ...(start && { note: start }) },
          shown && days.includes(shown) ? shown : today,
        ),
  )
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const where = useNotedWhere(user)
  usePanelPlace(panel)
  useEffect(() => first.current?.focus(), [])

  const close = () => {
    onClose()
    focusBack(opener)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !user) return
    const wrong = problemOf(note)
    setProblem(wrong ? t(`need.${wrong}`) : '')
    if (wrong) return
    const said = saidOfNote(note)
    setBusy(true)
    try {
      if (request) {
        if (!(await correctRequest(request, said))) return setProblem(t('overtaken'))
      } else {
        const number = await saveRequest({ ...said, by: { id: user.id, name: user.displayName } })
        say({ kind: 'noted', request: number, name: said.name })
      }
      close()
    } catch (error) {
      if (!(error instanceof NotSaved)) throw error
      setProblem(t(`notNoted.${error.why}`))
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  if (note.day && !days.includes(note.day)) days.unshift(note.day)
  // Who has the hole that was pressed, also where the list of the doctors is not stored.
  const isListed = place?.doctor.id !== note.doctor || doctors.some(({ id }) => id === note.doctor)
  const offered = place && !isListed ? [...doctors, place.doctor] : doctors

  return (
    <Panel ref={panel} role="dialog" aria-labelledby={`${ids}title`} onKeyDown={onKeyDown}>
      <header>
        <div>
          <h2 id={`${ids}title`}>{t('title')}</h2>
        </div>
        <IconButton aria-label={t('close')} onClick={close}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </header>
      <form onSubmit={save} noValidate>
        <Unbooked>
          <ClipboardPen size={20} aria-hidden="true" />
          <span>
            <strong>{t('notBooked')}</strong>
            {t(where === 'tab' ? 'why.tab' : `why.${disabledReason ?? 'online'}`)}
          </span>
        </Unbooked>
        {note.patient ? (
          <p>
            <strong>{note.patient.name}</strong>
          </p>
        ) : (
          <div className="pair">
            <label>
              {t('firstName')}
              <input
                ref={first}
                type="text"
                autoComplete="off"
                autoCapitalize="words"
                maxLength={80}
                value={note.firstName}
                onChange={({ target }) => change({ firstName: target.value })}
              />
            </label>
            <label>
              {t('lastName')}
              <input
                type="text"
                autoComplete="off"
                autoCapitalize="words"
                maxLength={80}
                value={note.lastName}
                onChange={({ target }) => change({ lastName: target.value })}
              />
            </label>
          </div>
        )}
        <label>
          {t('phone')}
          <input
            type="tel"
            autoComplete="off"
            maxLength={32}
            value={note.phone}
            onChange={({ target }) => change({ phone: target.value })}
          />
        </label>
        {!note.patient && (
          <label className="check">
            <input
              type="checkbox"
              checked={note.isUnreachable}
              onChange={({ target }) => change({ isUnreachable: target.checked })}
            />
            {t('unreachable')}
          </label>
        )}
        <div className="pair">
          <ChoiceLine
            label={t('day')}
            value={note.day}
            onValue={(day) => change({ day })}
            options={days.map((day) => ({ id: day, name: shortDay(day, language) }))}
          />
          <label>
            {t('time')}
            <input
              type="time"
              step={300}
              value={note.time}
              onChange={({ target }) => change({ time: target.value })}
            />
          </label>
        </div>
        {own.length > 1 && (
          <ChoiceLine
            label={t('location')}
            value={note.location}
            onValue={(location) => change({ location, doctor: '', serviceId: '', minutes: null })}
            options={own.map(({ code, name }) => ({ id: code, name }))}
          />
        )}
        <div className="pair">
          <ChoiceLine
            label={t('doctor')}
            value={note.doctor}
            onValue={(doctor) => change({ doctor })}
            options={offered}
            none={t('anyDoctor')}
          />
          <ChoiceLine
            label={t('service')}
            value={note.serviceId}
            onValue={chooseService}
            options={services}
            none={t('anyService')}
          />
        </div>
        <ChannelChoice
          legend={t('askedBy')}
          value={note.channel}
          wordOf={(each) => t(`channel.${each}`)}
          onChange={(channel) => change({ channel })}
        />
        {(problem || where === null) && (
          <p className="problem" role="alert">
            {problem || t('notNoted.no_key')}
          </p>
        )}
        <Button
          type="submit"
          variant="outlined"
          aria-disabled={busy || where === null}
          aria-busy={busy}
          startIcon={<ClipboardPen size={18} aria-hidden="true" />}
        >
          {t(request ? 'saveNote' : 'note')}
        </Button>
      </form>
    </Panel>
  )
}

/** How anything can be noted here; undefined: not known yet. */
function useNotedWhere(user: { id: string } | null) {
  const [where, setWhere] = useState<Awaited<ReturnType<typeof whereSaved>>>()
  const id = user?.id
  useEffect(() => {
    let isCurrent = true
    if (id !== undefined) void whereSaved({ id }).then((found) => isCurrent && setWhere(found))
    return () => {
      isCurrent = false
    }
  }, [id])
  return where
}
