import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import ClipboardPen from 'lucide-react/icons/clipboard-pen'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { timeOf } from '../../../../domain/clinic-time.ts'
import { isDoneBy, LENGTH_STEP, LONGEST_MINUTES, SHORTEST_MINUTES } from '../../../../domain/services.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { formatSpan } from '../day/format-span.ts'
import { focusBack } from '../state/focus-back.ts'
import { CHANNELS } from './desk-values.ts'
import { CheckLine, ChoiceLine, type LineField, TextLine } from './lines.tsx'
import { Clashes, MorePart, NearTimes } from './more-part.tsx'
import { Panel, usePanelPlace } from './panel-frame.ts'
import { PatientChoice } from './patient-choice.tsx'
import { TimeChoice } from './time-choice.tsx'
import { isWhole } from './typed.ts'
import { type DeskForm, type DeskProps, useDeskForm } from './use-desk-form.ts'

/** Panel of a new appointment, in the order of a phone call. Without a connection it saves an offline request. */
export function DeskPanel(props: DeskProps) {
  const { t } = useTranslation('desk')
  const desk = useDeskForm(props)
  const { place, form, set, mode, question } = desk
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const who = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  usePanelPlace(panel)
  useEffect(() => who.current?.focus(), [])
  const onEnter = enterKey({ desk, panel, who, submit })

  const close = () => {
    props.onClose()
    focusBack(props.opener)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A picker that lies over the panel has an Escape of its own.
    if (event.key !== 'Escape' || !panel.current?.contains(event.target as Node)) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <Panel ref={panel} role="dialog" aria-labelledby={titleId} onKeyDown={onKeyDown}>
      <Head desk={desk} titleId={titleId} onClose={close} />
      <form
        ref={form.element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          desk.submit()
        }}
        onKeyDownCapture={onEnter}
      >
        {mode === 'save' && <NotBooked desk={desk} />}
        <PatientChoice desk={desk} input={who} />
        <ServiceChoice desk={desk} />
        {place?.next && <NextVisit of={place.next} />}
        {!place && <TimeChoice desk={desk} />}
        <ChannelChoice field={form.field('channel')} />
        {desk.isFirstGap && <CheckLine field={form.field('urgent')} label={t('urgent')} />}
        <Problem desk={desk} />
        {question?.conflict.conflict && question.conflict.conflict.nearest.length > 0 && (
          <NearTimes times={question.conflict.conflict.nearest} onWhen={set} />
        )}
        {desk.clashes && (
          <Clashes
            series={desk.clashes}
            onWhen={(when) => {
              set({ ...when, weeks: '' })
              desk.forgetClashes()
            }}
          />
        )}
        {/* Only hidden without a connection, so that what is typed in it stays. */}
        {!desk.request && <MorePart desk={desk} isHidden={mode === 'save'} />}
        {desk.asks && <TextLine field={form.field('reason')} label={t('reason')} isFirst />}
        <Submit desk={desk} button={submit} />
        <p className="keys" aria-hidden="true">
          {t('hint')}
        </p>
      </form>
    </Panel>
  )
}

/** Title with day, time and doctor. */
function Head({ desk, titleId, onClose }: { desk: DeskForm; titleId: string; onClose: () => void }) {
  const { t, i18n } = useTranslation('desk')
  const { t: requestText } = useTranslation('asked')
  const language = isoLanguage(i18n.language)
  const { place, values, mode, minutes } = desk
  const { appointment_date: day, start_time: time } = values
  const isPlace = place !== null && time === timeOf(place.from) && day === place.day
  const span = isPlace ? formatSpan({ from: place.from, to: place.from + minutes }, language) : ''
  const start = isWhole(time) ? formatTime(time, language) : ''
  const date = isWhole(day) ? shortDay(day, language) : ''
  const said =
    mode === 'save' ? [date, span || start, desk.doctorName] : [date, span ? '' : start, desk.doctorName]
  return (
    <header>
      <div>
        <h2 id={titleId}>{mode === 'save' ? requestText('title') : span || t('title')}</h2>
        <p>{desk.isFirstGap ? t('firstGap') : said.filter(Boolean).join(' · ')}</p>
      </div>
      <IconButton aria-label={t('close')} onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </header>
  )
}

const Unbooked = styled('p')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  padding: '8px 12px',
  borderRadius: 8,
  border: `1px dashed ${theme.vars.palette.warning.main}`,
  '& > svg': { flex: 'none', color: theme.vars.palette.warning.main },
  '& strong': { display: 'block', fontWeight: 600, color: theme.vars.palette.warning.main },
}))

/** Hint that a request is saved and not booked: why, and where. */
function NotBooked({ desk: { where, disabledReason } }: { desk: DeskForm }) {
  const { t } = useTranslation('asked')
  return (
    <Unbooked role="status">
      <ClipboardPen size={20} aria-hidden="true" />
      <span>
        <strong>{t('notBooked')}</strong>
        {t(where === 'tab' ? 'why.tab' : `why.${disabledReason ?? 'online'}`)}
      </span>
    </Unbooked>
  )
}

function NextVisit({ of: { name, time } }: { of: { name: string; time: string } }) {
  const { t, i18n } = useTranslation('desk')
  return (
    <p className="soft small end beneath">
      {t('nextIs', { name, time: formatTime(time, isoLanguage(i18n.language)) })}
    </p>
  )
}

function Problem({ desk: { said, mode, where } }: { desk: DeskForm }) {
  const { t } = useTranslation('asked')
  const text = said || (mode === 'save' && where === null ? t('notSaved.no_key') : '')
  return (
    text && (
      <p className="problem" role="alert">
        {text}
      </p>
    )
  )
}

function Submit({ desk, button }: { desk: DeskForm; button: RefObject<HTMLButtonElement | null> }) {
  const { t } = useTranslation('desk')
  const { t: requestText } = useTranslation('asked')
  const { form, mode, request, name, series, asks } = desk
  const words = () => {
    if (mode === 'save') return requestText(request ? 'saveChanges' : 'save')
    if (form.busy) return t('busy')
    if (asks) return t('nevertheless')
    if (series) return t('extra.series', { count: series.visits })
    return name ? t('book', { name }) : t('bookNobody')
  }
  return (
    <Button
      ref={button}
      type="submit"
      variant={mode === 'save' ? 'outlined' : 'contained'}
      aria-disabled={form.busy || (mode === 'save' && desk.where === null)}
      aria-busy={form.busy}
      startIcon={mode === 'save' && <ClipboardPen size={18} aria-hidden="true" />}
    >
      {words()}
    </Button>
  )
}

type EnterProps = {
  desk: DeskForm
  panel: RefObject<HTMLElement | null>
  who: RefObject<HTMLInputElement | null>
  submit: RefObject<HTMLButtonElement | null>
}

/**
 * Enter in a field books what is on view: whom, when and with whom. All else takes the button, which is where it leads.
 * Heard before the fields, as the pickers would send the form by themselves.
 */
function enterKey({ desk: { values, series, submit: send }, panel, who, submit }: EnterProps) {
  return (event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !panel.current?.contains(target)) return
    const isButton = target.closest('button, summary, select') !== null
    const isChoosing = target === who.current && values.patient === ''
    if ((isButton || isChoosing) && !event.repeat) return
    // A key that is held presses once.
    event.preventDefault()
    event.stopPropagation()
    // What is rare is no part of the booking.
    if (isButton || isChoosing || event.repeat || target.closest('details')) return
    const isOnView = values.patient !== '' && isWhole(values.appointment_date) && isWhole(values.start_time)
    if (isOnView && values.doctor && !series) send()
    else submit.current?.focus()
  }
}

/** How somebody asks for an appointment at the desk. */
function ChannelChoice({ field }: { field: LineField }) {
  const { t } = useTranslation('desk')
  const id = useId()
  return (
    <fieldset className="beside">
      <span className="label" id={id}>
        {t('askedBy')}
      </span>
      <div className="choices" role="radiogroup" aria-labelledby={id}>
        {CHANNELS.map((channel) => (
          <label key={channel}>
            <input
              type="radio"
              name={`${id}channel`}
              checked={field.value === channel}
              onChange={() => field.change(channel)}
            />
            {t(`channel.${channel}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** What is done, and how long it takes. */
function ServiceChoice({ desk }: { desk: DeskForm }) {
  const { t } = useTranslation('desk')
  const { t: appointmentText } = useTranslation('appointments')
  const { form, request, services, service, serviceId, minutes, values, set } = desk
  const isUnknown = !service && serviceId !== ''
  const choose = (id: string) => {
    const chosen = services.find((each) => each.id === id)
    const keepsDoctor = !chosen || isDoneBy(chosen, values.doctor)
    set({ service: id, duration: '', ...(!keepsDoctor && { doctor: '' }) })
  }
  const last = (length: number) => form.field('duration').change(`${length}`)
  return (
    <div className="pair">
      {/* None is known where they are not stored. */}
      {services.length > 0 && (
        <ChoiceLine
          field={{ ...form.field('service'), value: serviceId, change: choose }}
          label={t('service')}
          options={isUnknown ? [{ id: serviceId, name: t('serviceGone') }, ...services] : services}
          {...(request && { none: t('noService') })}
        />
      )}
      <div className="label">
        {t('length')}
        <div className="stepper">
          <button
            type="button"
            aria-label={t('shorter')}
            onClick={() => last(Math.max(SHORTEST_MINUTES, minutes - LENGTH_STEP))}
          >
            −
          </button>
          <output>{appointmentText('calendar.minutes', { minutes })}</output>
          <button
            type="button"
            aria-label={t('longer')}
            onClick={() => last(Math.min(LONGEST_MINUTES, minutes + LENGTH_STEP))}
          >
            +
          </button>
        </div>
      </div>
    </div>
  )
}
