import X from 'lucide:x'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BookAtDeskWire } from '../../../../contract/desk.ts'
import { SEARCH_FROM } from '../../../../contract/fields.ts'
import { timeOf } from '../../../../domain/clinic-time.ts'
import {
  DEFAULT_MINUTES,
  LENGTH_STEP,
  LONGEST_MINUTES,
  SHORTEST_MINUTES,
} from '../../../../domain/services.ts'
import { isUnanswered } from '../../../api/appointments-change.ts'
import { bookAtDesk, type DeskConflict, deskConflict } from '../../../api/desk.ts'
import { doctorQueries } from '../../../api/doctors.ts'
import { patientQueries } from '../../../api/patients.ts'
import { serviceQueries } from '../../../api/services.ts'
import { ApiError, messageFor } from '../../../http/api-error.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import type { KnownPatient } from '../../../session/book-for.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { problemOfWire } from '../../../ui/form/problem-of-wire.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { highlight } from '../../../ui/paged-list/highlights.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { focusBack } from '../actions/focus-back.ts'
import { noticeAtom } from '../actions/use-changes.ts'
import { useConflictText } from '../actions/use-conflict-text.ts'
import { useNaming } from '../actions/use-naming.ts'
import { focusRow } from '../calendar/focus-row.ts'
import { formatSpan } from '../calendar/format-span.ts'
import { addRow } from './add-row.ts'
import { ChannelChoice, type DeskChannel } from './channel-choice.tsx'
import { type Desk, deskAtom, type NoteStart } from './desk-atom.ts'
import { FoundPatients } from './found-patients.tsx'
import { isWhole, MomentLine } from './moment-line.tsx'
import { Panel } from './panel-look.ts'
import { TextLine } from './text-line.tsx'
import { typedPatient } from './typed.ts'
import { usePanelPlace } from './use-panel-place.ts'

const SEARCH_AFTER_MS = 150

type Props = Desk & { onClose: () => void; today: string }

/** Who, what, how long, book: in the order of a phone call. */
export function BookPanel({ place, location, opener, patient: forWhom, onClose, today }: Props) {
  const { t, i18n } = useTranslation('desk')
  const { t: appointmentText } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const notify = useSetAtom(noticeAtom)
  const setDesk = useSetAtom(deskAtom)
  const disabledReason = useDisabledReason()
  const client = useQueryClient()
  const naming = useNaming()
  const fieldMessage = useFieldMessages('desk')
  const timeText = useConflictText()
  const ids = useId()
  const panel = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  usePanelPlace(panel)

  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [chosen, setChosen] = useState<KnownPatient | 'new' | null>(forWhom)
  const [person, setPerson] = useState({ phone: '', firstName: '', lastName: '' })
  const [isUnreachable, setUnreachable] = useState(false)
  const [isUrgent, setUrgent] = useState(false)
  const [serviceId, setServiceId] = useState('')
  const [minutes, setMinutes] = useState<number | null>(null)
  const [channel, setChannel] = useState<DeskChannel>(place || forWhom ? 'phone' : 'walk_in')
  const [when, setWhen] = useState({
    day: place?.day ?? today,
    time: place ? timeOf(place.from) : '',
    doctor: place?.doctor.id ?? '',
  })
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const [conflict, setConflict] = useState<DeskConflict | null>(null)
  const [busy, setBusy] = useState(false)
  const attempt = useRef({ body: '', key: '' })
  /** What was sent without an answer. */
  const lost = useRef<NoteStart['attempt']>(null)

  const services = useQuery(serviceQueries.all(location))
  const doctors = useQuery(doctorQueries.list(location))
  const service = services.data?.find(({ id }) => id === serviceId) ?? services.data?.[0]
  const length = minutes ?? service?.minutes ?? DEFAULT_MINUTES
  const search = useDebounced(text.trim(), SEARCH_AFTER_MS)
  const found = useQuery({
    ...patientQueries.search(staffId, search),
    // Enter books who is shown: only who was found by what is typed. It is forgotten with the panel.
    placeholderData: undefined,
    gcTime: 0,
    retry: false,
  })
  const isAsking = text.trim().length >= SEARCH_FROM
  const hits = isAsking && chosen !== 'new' ? (found.data ?? []) : []
  const isAnswered = search === text.trim() && !found.isFetching
  const options = isAsking && chosen === null ? hits.length + 1 : 0
  const isGap = !place && channel === 'walk_in' && when.time === ''
  const isPhone = typedPatient(text).phone !== ''

  useEffect(() => field.current?.focus(), [])
  // Somebody else is looked for: the next time that is pressed is theirs.
  const forget = () => setDesk((desk) => desk && { ...desk, patient: null })

  const close = () => {
    onClose()
    focusBack(opener)
  }
  const choose = (index: number) => {
    const hit = hits[index]
    setProblem('')
    if (hit) setChosen(hit)
    else {
      setChosen('new')
      setPerson(typedPatient(text))
    }
    return hit ?? ('new' as const)
  }
  const patientOf = (who: KnownPatient | 'new' | null): BookAtDeskWire['patient'] | null => {
    if (who === null) return null
    if (who !== 'new') return { id: who.id }
    const { firstName, lastName, phone } = person
    return { firstName, lastName, ...(phone && { phoneNumber: phone }) }
  }
  /** Without a connection it is noted in the place of being booked. */
  const typedSoFar = (): Partial<NoteStart> => ({
    patient: chosen && chosen !== 'new' ? { id: chosen.id, name: chosen.name } : null,
    ...(chosen === 'new' ? { ...person } : typedPatient(text)),
    isUnreachable,
    serviceId: service?.id ?? '',
    minutes: length,
    channel,
    day: isWhole(when.day) ? when.day : '',
    time: isWhole(when.time) ? when.time : '',
    doctor: when.doctor,
    attempt: lost.current,
  })
  const complaint = (who: KnownPatient | 'new' | null): string => {
    if (who === null) return t('needPatient')
    if (who === 'new' && (!person.firstName.trim() || !person.lastName.trim())) return t('needName')
    if (who === 'new' && !person.phone.trim() && !isUnreachable) return t('needContact')
    if (!isGap && !(isWhole(when.day) && isWhole(when.time))) return t('needTime')
    return conflict?.mayOverride && !reason.trim() ? t('reasonNeeded') : ''
  }

  const book = async (who = chosen) => {
    if (disabledReason) return setDesk({ place, location, opener, patient: null, note: typedSoFar() })
    const wrong = complaint(who)
    const patient = patientOf(who)
    setProblem(wrong)
    if (wrong || !patient || busy) return
    const body: BookAtDeskWire = {
      location,
      ...(isGap ? { urgent: isUrgent } : { appointment_date: when.day, start_time: when.time }),
      ...(when.doctor && { doctor: when.doctor }),
      ...(service && { service: service.id }),
      duration: length,
      channel,
      patient,
      reachable: !isUnreachable,
      ...(conflict?.mayOverride && { override: { reason: reason.trim() } }),
    }
    // The same wish has the same key, so that it is one booking however often it is sent.
    const said = JSON.stringify(body)
    if (attempt.current.body !== said) attempt.current = { body: said, key: crypto.randomUUID() }
    setBusy(true)
    try {
      const row = await bookAtDesk(body, attempt.current.key)
      addRow(client, row)
      highlight([row.id], 'new')
      onClose()
      notify({ kind: 'booked', row })
      focusRow(row.id)
    } catch (error) {
      lost.current = isUnanswered(error) ? { key: attempt.current.key, body } : null
      const now = deskConflict(error)
      setConflict(now)
      setProblem(now ? conflictText(now) : (fieldText(error) ?? messageFor(error, t('failed'))))
    } finally {
      setBusy(false)
    }
  }
  /** What is wrong with the first field that the server names. */
  const fieldText = (error: unknown): string | undefined => {
    const [sentence] = error instanceof ApiError ? Object.values(error.errors) : []
    if (sentence === undefined) return undefined
    const problem = problemOfWire(sentence, 'invalid_input')
    return 'key' in problem ? fieldMessage(problem.key) : problem.sentence
  }
  const conflictText = ({ conflict: time, samePerson }: DeskConflict) => {
    if (samePerson[0]) return t('samePerson', { who: naming(samePerson[0]) })
    return time ? timeText(time) : t('taken')
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void book()
  }
  /** Enter books the one that is found; of several it chooses first. */
  const onFieldKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (options === 0) return
      event.preventDefault()
      setActive((active + (event.key === 'ArrowDown' ? 1 : options - 1)) % options)
    } else if (event.key === 'Enter' && chosen === null) {
      event.preventDefault()
      if (!isAsking || !isAnswered) return
      const who = choose(active)
      if (who !== 'new' && hits.length === 1) void book(who)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A picker that lies over the panel has an Escape of its own.
    if (event.key !== 'Escape' || !panel.current?.contains(event.target as Node)) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }

  const name = chosen === 'new' ? `${person.firstName} ${person.lastName}`.trim() : (chosen?.name ?? '')
  const from = place && when.time === timeOf(place.from) && when.day === place.day ? place.from : null
  const heading = from === null ? t('title') : formatSpan({ from, to: from + length }, language)
  const doctorName = doctors.data?.find(({ id }) => id === when.doctor)?.name ?? place?.doctor.name ?? ''
  return (
    <Panel ref={panel} role="dialog" aria-labelledby={`${ids}title`} onKeyDown={onKeyDown}>
      <header>
        <div>
          <h2 id={`${ids}title`}>{heading}</h2>
          <p>
            {isGap
              ? t('firstGap')
              : [
                  isWhole(when.day) ? shortDay(when.day, language) : '',
                  from === null && isWhole(when.time) ? formatTime(when.time, language) : '',
                  doctorName,
                ]
                  .filter(Boolean)
                  .join(' · ')}
          </p>
        </div>
        <IconButton aria-label={t('close')} onClick={close}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </header>
      <form onSubmit={onSubmit} noValidate>
        <label>
          {t('who')}
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-expanded={options > 0}
            aria-controls={`${ids}results`}
            aria-activedescendant={options > 0 ? `${ids}${active}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            maxLength={80}
            value={chosen !== null && chosen !== 'new' ? chosen.name : text}
            onChange={({ target }) => {
              setText(target.value)
              setChosen(null)
              forget()
              setActive(0)
              setConflict(null)
            }}
            onKeyDown={onFieldKey}
          />
        </label>
        {options > 0 && (
          <FoundPatients
            ids={ids}
            hits={hits}
            search={search}
            active={active}
            isPhone={isPhone}
            hasFailed={found.error !== null}
            onChoose={choose}
          />
        )}
        {chosen === 'new' && (
          <>
            <div className="pair">
              <TextLine
                label={t('firstName')}
                value={person.firstName}
                onValue={(firstName) => setPerson({ ...person, firstName })}
                isFirst={!person.firstName}
              />
              <TextLine
                label={t('lastName')}
                value={person.lastName}
                onValue={(lastName) => setPerson({ ...person, lastName })}
              />
            </div>
            <TextLine
              label={t('phone')}
              type="tel"
              value={person.phone}
              onValue={(phone) => setPerson({ ...person, phone })}
            />
            <label className="check">
              <input
                type="checkbox"
                checked={isUnreachable}
                onChange={({ target }) => setUnreachable(target.checked)}
              />
              {t('unreachable')}
            </label>
          </>
        )}
        <div className="pair">
          <label>
            {t('service')}
            <select
              value={service?.id ?? ''}
              onChange={({ target }) => {
                setServiceId(target.value)
                setMinutes(null)
              }}
            >
              {(services.data ?? []).map(({ id, name: words }) => (
                <option key={id} value={id}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <div className="label">
            {t('length')}
            <div className="stepper">
              <button
                type="button"
                aria-label={t('shorter')}
                onClick={() => setMinutes(Math.max(SHORTEST_MINUTES, length - LENGTH_STEP))}
              >
                −
              </button>
              <output>{appointmentText('calendar.minutes', { minutes: length })}</output>
              <button
                type="button"
                aria-label={t('longer')}
                onClick={() => setMinutes(Math.min(LONGEST_MINUTES, length + LENGTH_STEP))}
              >
                +
              </button>
            </div>
          </div>
        </div>
        {place?.next && (
          <p className="soft small end beneath">
            {t('nextIs', { name: place.next.name, time: formatTime(place.next.time, language) })}
          </p>
        )}
        {!place && (
          <>
            <div className="pair when">
              <MomentLine
                label={t('day')}
                kind="day"
                value={when.day}
                min={today}
                onValue={(day) => setWhen({ ...when, day })}
              />
              <MomentLine
                label={t('time')}
                kind="time"
                value={when.time}
                onValue={(time) => setWhen({ ...when, time })}
              />
            </div>
            <label>
              {t('doctor')}
              <select
                value={when.doctor}
                onChange={({ target }) => setWhen({ ...when, doctor: target.value })}
              >
                <option value="">{t('anyDoctor')}</option>
                {(doctors.data ?? []).map(({ id, name: words }) => (
                  <option key={id} value={id}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
          </>
        )}
        <ChannelChoice
          legend={t('askedBy')}
          value={channel}
          wordOf={(each) => t(`channel.${each}`)}
          onChange={setChannel}
        />
        {isGap && (
          <label className="check">
            <input type="checkbox" checked={isUrgent} onChange={({ target }) => setUrgent(target.checked)} />
            {t('urgent')}
          </label>
        )}
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        {conflict?.conflict && conflict.conflict.nearest.length > 0 && (
          <fieldset className="asked">
            <span className="label">{t('nearest')}</span>
            <div className="times">
              {conflict.conflict.nearest.map((near) => (
                <Button
                  key={`${near.appointment_date} ${near.start_time} ${near.doctor.id}`}
                  variant="outlined"
                  size="small"
                  onClick={() => {
                    setWhen({ day: near.appointment_date, time: near.start_time, doctor: near.doctor.id })
                    setConflict(null)
                    setProblem('')
                  }}
                >
                  {shortDay(near.appointment_date, language)}, {formatTime(near.start_time, language)}
                </Button>
              ))}
            </div>
          </fieldset>
        )}
        {conflict?.mayOverride && <TextLine label={t('reason')} value={reason} onValue={setReason} isFirst />}
        {disabledReason && <p role="status">{t(`noLine.${disabledReason}`)}</p>}
        <Button
          type="submit"
          variant={disabledReason ? 'outlined' : 'contained'}
          aria-disabled={busy}
          aria-busy={busy}
        >
          {busy
            ? t('busy')
            : disabledReason
              ? t('noLine.note')
              : conflict?.mayOverride
                ? t('nevertheless')
                : name
                  ? t('book', { name })
                  : t('bookNobody')}
        </Button>
        <p className="keys" aria-hidden="true">
          {t('hint')}
        </p>
      </form>
    </Panel>
  )
}
