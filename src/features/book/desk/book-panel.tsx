import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import X from 'lucide-react/icons/x'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BookAtDeskWire } from '../../../../contract/desk.ts'
import { SEARCH_FROM } from '../../../../contract/fields.ts'
import { timeOf } from '../../../../domain/clinic-time.ts'
import { DEFAULT_MINUTES, isDoneBy } from '../../../../domain/services.ts'
import { doctorQueries } from '../../../api/doctors.ts'
import { patientQueries } from '../../../api/patients.ts'
import { serviceQueries } from '../../../api/services.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import type { KnownPatient } from '../../../session/book-for.ts'
import { useStoredState } from '../../../session/open-forms.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { formatSpan } from '../day/format-span.ts'
import { addressOf } from '../state/dashboard-address.ts'
import { type Desk, deskAtom, type NoteStart } from '../state/desk-atom.ts'
import { focusBack } from '../state/focus-back.ts'
import { ChannelChoice, type DeskChannel } from './channel-choice.tsx'
import { comingDay } from './coming-day.ts'
import { FoundPatients } from './found-patients.tsx'
import { isWhole } from './moment-line.tsx'
import { Clashes, MorePart, type Repeat } from './more-part.tsx'
import { NearTimes } from './near-times.tsx'
import { type NewPatient, NewPatientLines } from './new-patient-lines.tsx'
import { Panel } from './panel-look.ts'
import { aboutOf, isSameBooking } from './question.ts'
import { ServiceChoice } from './service-choice.tsx'
import { TextLine } from './text-line.tsx'
import { TimeChoice, type When } from './time-choice.tsx'
import { typedPatient } from './typed.ts'
import { usePanelPlace } from './use-panel-place.ts'
import { useSendBooking } from './use-send-booking.ts'
import type { DeskWish } from './wish-form.tsx'

const SEARCH_AFTER_MS = 150

type Props = Desk & { onClose: () => void; today: string }

/** Who, what, how long, book: in the order of a phone call. */
export function BookPanel({ place, location, opener, patient: forWhom, onClose, today }: Props) {
  const { t, i18n } = useTranslation('desk')
  const language = isoLanguage(i18n.language)
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const setDesk = useSetAtom(deskAtom)
  const disabledReason = useDisabledReason()
  const [repeat, setRepeat] = useStoredState<Repeat | null>('desk repeat', null)
  const {
    send,
    sendSeries,
    wait,
    series: clashes,
    forgetSeries,
    busy,
    problem,
    setProblem,
    questionFor,
    conflictText,
    lost,
  } = useSendBooking(onClose)
  const ids = useId()
  const panel = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  usePanelPlace(panel)

  const [text, setText] = useStoredState('desk text', '')
  const [active, setActive] = useState(0)
  const [chosen, setChosen] = useStoredState<KnownPatient | 'new' | null>('desk chosen', forWhom)
  const [person, setPerson] = useStoredState<NewPatient>('desk person', {
    phone: '',
    firstName: '',
    lastName: '',
  })
  const [isUnreachable, setUnreachable] = useStoredState('desk unreachable', false)
  const [isUrgent, setUrgent] = useStoredState('desk urgent', false)
  const [serviceId, setServiceId] = useStoredState('desk service', '')
  const [minutes, setMinutes] = useStoredState<number | null>('desk minutes', null)
  const [shown] = useState(() => comingDay(addressOf(window.location.search), today))
  const [channel, setChannel] = useStoredState<DeskChannel>('desk channel', 'phone')
  const [when, setWhen] = useStoredState<When>('desk when', {
    day: place?.day ?? shown ?? today,
    time: place ? timeOf(place.from) : '',
    doctor: place?.doctor.id ?? '',
  })
  /** The reason to go over what a question is about. */
  const [reason, setReason] = useStoredState('desk reason', { about: '', text: '' })
  /** What was to be booked without one. */
  const [unreasoned, setUnreasoned] = useState<string | null>(null)

  const services = useQuery(serviceQueries.all(location))
  const doctors = useQuery(doctorQueries.list(location))
  // In somebody's column there is what they do.
  const offered = (services.data ?? []).filter((each) => !place || isDoneBy(each, place.doctor.id))
  const service = offered.find(({ id }) => id === serviceId) ?? offered[0]
  const able = (doctors.data ?? []).filter(({ id }) => isDoneBy(service ?? null, id))
  const length = minutes ?? service?.minutes ?? DEFAULT_MINUTES
  const isGap = !place && channel === 'walk_in' && when.time === ''
  const day = isGap ? today : when.day
  // Whoever was handed on is looked for too: what they have on this day is said before they are booked.
  const typed = text.trim() || (chosen === forWhom && forWhom?.name) || ''
  const search = useDebounced(typed, SEARCH_AFTER_MS)
  const found = useQuery({
    ...patientQueries.search(staffId, search, isWhole(day) ? day : null),
    // Enter chooses who is shown: only who was found by what is typed. It is forgotten with the panel.
    placeholderData: undefined,
    gcTime: 0,
    retry: false,
  })
  const isAsking = text.trim().length >= SEARCH_FROM
  const hits = isAsking && chosen !== 'new' ? (found.data ?? []) : []
  const isAnswered = search === text.trim() && !found.isFetching
  const ofDay = chosen === 'new' ? [] : (found.data?.find(({ id }) => id === chosen?.id)?.onDay ?? [])
  const options = isAsking && chosen === null ? hits.length + 1 : 0
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
  }
  const patient = chosen === null ? null : chosen === 'new' ? wireOf(person) : { id: chosen.id }
  const series = isGap ? null : repeat
  const body: BookAtDeskWire | null = patient && {
    location,
    ...(isGap ? { urgent: isUrgent } : { appointment_date: when.day, start_time: when.time }),
    ...(when.doctor && { doctor: when.doctor }),
    ...(service && { service: service.id }),
    duration: length,
    channel,
    patient,
    // Only of somebody new it is asked.
    reachable: chosen !== 'new' || !isUnreachable,
  }
  const about = body && aboutOf(body, series)
  const question = questionFor(about)
  const asks = question?.conflict.asks ?? null
  const why = question && reason.about === question.about ? reason.text : ''
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
    // Other details are another booking.
    attempt: body && lost.current && isSameBooking(lost.current.body, body) ? lost.current : null,
  })
  const aboutPatient = (): string => {
    if (chosen === null) return t('needPatient')
    if (chosen !== 'new') return ''
    if (!person.firstName.trim() || !person.lastName.trim()) return t('needName')
    return !person.phone.trim() && !isUnreachable ? t('needContact') : ''
  }
  const hasTime = isWhole(when.day) && isWhole(when.time)

  const book = async () => {
    if (disabledReason) return setDesk({ place, location, opener, patient: null, note: typedSoFar() })
    const wrong = aboutPatient() || (isGap || hasTime ? '' : t('needTime'))
    setProblem(wrong)
    setUnreasoned(asks && !why.trim() ? about : null)
    if (wrong || !body || busy || (asks && !why.trim())) return
    if (series) return sendSeries(body, series)
    await send(
      question && asks ? { ...body, override: { reason: why.trim(), over: [...question.over] } } : body,
    )
  }
  /** From the chosen day on, with the chosen doctor. */
  const putOnList = async (wish: DeskWish) => {
    const wrong = chosen === 'new' && isUnreachable ? t('needContact') : aboutPatient()
    setProblem(wrong)
    if (disabledReason || wrong || !patient || busy) return
    const entry = {
      location,
      patient,
      ...(service && { service: service.id }),
      duration: length,
      ...(when.doctor && { doctor: when.doctor }),
      ...(isWhole(when.day) && { from: when.day }),
      ...wish,
    }
    await wait(entry, name)
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void book()
  }
  /**
   * Enter in a field books what is on view: whom, when and with whom. All else takes the button, which is where it leads.
   * Heard before the fields, as the pickers would send the form by themselves.
   */
  const onEnter = (event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !panel.current?.contains(target)) return
    const isButton = target.closest('button, summary, select') !== null
    const isChoosing = target === field.current && chosen === null
    if ((isButton || isChoosing) && !event.repeat) return
    // A key that is held presses once.
    event.preventDefault()
    event.stopPropagation()
    // What is rare is no part of the booking.
    if (isButton || isChoosing || event.repeat || target.closest('details')) return
    if (chosen !== null && hasTime && when.doctor && !series) void book()
    else submit.current?.focus()
  }
  /** Enter chooses whoever is found, and books nobody. */
  const onFieldKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (options === 0) return
      event.preventDefault()
      setActive((active + (event.key === 'ArrowDown' ? 1 : options - 1)) % options)
    } else if (event.key === 'Enter' && chosen === null) {
      event.preventDefault()
      if (isAsking && isAnswered && !event.nativeEvent.isComposing) choose(active)
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
  const said =
    problem || (question && (unreasoned === about ? t('reasonNeeded') : conflictText(question.conflict)))
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
      <form onSubmit={onSubmit} onKeyDownCapture={onEnter} noValidate>
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
              setUnreachable(false)
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
          <NewPatientLines
            person={person}
            onPerson={setPerson}
            isUnreachable={isUnreachable}
            onUnreachable={setUnreachable}
          />
        )}
        <p role="status">
          {chosen !== null &&
            ofDay.length > 0 &&
            t(day === today ? 'hasToday' : 'hasOnDay', {
              name,
              day: shortDay(day, language),
              times: ofDay.map((at) => formatTime(at.slice(11, 16), language)).join(', '),
            })}
        </p>
        <ServiceChoice
          services={offered}
          serviceId={service?.id ?? ''}
          onService={(id) => {
            setServiceId(id)
            setMinutes(null)
            const chosen = offered.find((each) => each.id === id)
            if (chosen && when.doctor && !isDoneBy(chosen, when.doctor)) setWhen({ ...when, doctor: '' })
          }}
          minutes={length}
          onMinutes={setMinutes}
        />
        {place?.next && (
          <p className="soft small end beneath">
            {t('nextIs', { name: place.next.name, time: formatTime(place.next.time, language) })}
          </p>
        )}
        {!place && <TimeChoice when={when} onWhen={setWhen} today={today} doctors={able} />}
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
        {said && (
          <p className="problem" role="alert">
            {said}
          </p>
        )}
        {question?.conflict.conflict && question.conflict.conflict.nearest.length > 0 && (
          <NearTimes
            times={question.conflict.conflict.nearest}
            onWhen={(near) => {
              setWhen(near)
              setProblem('')
            }}
          />
        )}
        {clashes && (
          <Clashes
            series={clashes}
            onWhen={(near) => {
              setWhen(near)
              setRepeat(null)
              forgetSeries()
            }}
          />
        )}
        {!disabledReason && (
          <MorePart
            repeat={repeat}
            onRepeat={setRepeat}
            canRepeat={!isGap}
            onWait={(wish) => void putOnList(wish)}
            busy={busy}
            today={today}
            isOpen={question?.conflict.conflict != null}
          />
        )}
        {question && asks && (
          <TextLine
            label={t('reason')}
            value={why}
            onValue={(text) => setReason({ about: question.about, text })}
            isFirst
          />
        )}
        {disabledReason && <p role="status">{t(`noLine.${disabledReason}`)}</p>}
        <Button
          ref={submit}
          type="submit"
          variant={disabledReason ? 'outlined' : 'contained'}
          aria-disabled={busy}
          aria-busy={busy}
        >
          {busy
            ? t('busy')
            : disabledReason
              ? t('noLine.note')
              : asks
                ? t('nevertheless')
                : series
                  ? t('extra.series', { count: series.visits })
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

const wireOf = ({ firstName, lastName, phone }: NewPatient) => ({
  firstName,
  lastName,
  ...(phone && { phoneNumber: phone }),
})
