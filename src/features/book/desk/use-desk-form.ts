import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AddWaitingWire } from '../../../../contract/waiting-list.ts'
import { DEFAULT_MINUTES, isDoneBy } from '../../../../domain/services.ts'
import { doctorQueries } from '../../../api/doctors.ts'
import { serviceQueries } from '../../../api/services.ts'
import { messageFor } from '../../../http/message-for.ts'
import type { OfflineRequest, RequestDetails } from '../../../offline/requests/request.ts'
import { correctRequest, NotSaved, saveRequest, whereSaved } from '../../../offline/requests/requests.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { firstProblem } from '../../../ui/form/first-problem.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { addressOf } from '../state/dashboard-address.ts'
import { type Desk, deskAtom } from '../state/desk-atom.ts'
import { focusBack } from '../state/focus-back.ts'
import { useNotices } from '../state/use-notices.ts'
import { comingDay } from './coming-day.ts'
import {
  BOOKING_FIELDS,
  type BookingField,
  type BookingValues,
  bodyOf,
  checkBooking,
  type Intent,
  NEEDS,
  patientName,
  patientOf,
  requestOf,
  serviceOf,
  takesFirstGap,
  valuesFor,
} from './desk-values.ts'
import { aboutOf, type Repeat } from './question.ts'
import { isWhole } from './typed.ts'
import { useSendBooking } from './use-send-booking.ts'
import type { DeskWish } from './wish-form.tsx'

export type DeskProps = Desk & { onClose: () => void; today: string }
export type DeskForm = ReturnType<typeof useDeskForm>

/**
 * Form of the desk's panel. It books, or without a connection saves an offline request, from the same fields: what is
 * typed stays when the connection comes or goes.
 */
export function useDeskForm({ onClose, today, ...desk }: DeskProps) {
  const { request } = desk
  const { t } = useTranslation('desk')
  const { t: requestText } = useTranslation('asked')
  const fieldMessage = useFieldMessages('desk')
  const setDesk = useSetAtom(deskAtom)
  const disabledReason = useDisabledReason()
  const mode: 'book' | 'save' = request || disabledReason ? 'save' : 'book'
  const [start] = useState(() =>
    valuesFor(desk, comingDay(addressOf(window.location.search), today) ?? today),
  )
  /** Wish of a patient who is put on the waiting list by this press; null: it is for an appointment. */
  const wish = useRef<DeskWish | null>(null)
  const [problem, setProblem] = useState('')
  const sending = useSendBooking(onClose)
  const saving = useSaveRequest(request, mode === 'save')
  const intent = (): Intent => (wish.current ? 'wait' : mode)

  const form = useForm<BookingField>({
    initial: start,
    check: (values) => checkBooking(values, { intent: intent(), asksReason: asks !== null, today }),
    messages: (key) => {
      const need = NEEDS.find((each) => each === key)
      return need ? t(need) : fieldMessage(key)
    },
    send,
    failed: (error) => setProblem(firstProblem(error, fieldMessage) ?? messageFor(error, t('failed'))),
  })
  const { values } = form
  const facts = useFacts(values, desk)
  const chosen = { service: facts.serviceId, minutes: facts.minutes }
  const body = bodyOf(values, mode, chosen)
  const isFirstGap = takesFirstGap(values, mode)
  const series: Repeat | null =
    values.weeks && !isFirstGap && mode === 'book'
      ? { weeks: Number(values.weeks), visits: Number(values.visits) }
      : null
  const about = mode === 'book' && body ? aboutOf(body, series) : null
  const question = sending.questionFor(about)
  const asks = question?.conflict.asks ?? null
  const name = patientName(values)

  async function send(): Promise<void> {
    setProblem('')
    if (wish.current) return putOnList(wish.current)
    if (!body) return
    if (mode === 'save') {
      const why = await saving.save(requestOf(values, body, sending.unanswered))
      if (why) return setProblem(why === 'overtaken' ? requestText(why) : requestText(`notSaved.${why}`))
      onClose()
      // What is booked takes the focus by itself.
      return focusBack(desk.opener)
    }
    // A reason is for the question on view alone.
    if (!question) form.field('reason').change('')
    if (series) return sending.bookSeries(body, series)
    const override = question && asks && { reason: values.reason.trim(), over: [...question.over] }
    await sending.book(override ? { ...body, override } : body)
  }
  /** Adds the patient to the waiting list, from the chosen day on, with the chosen doctor. */
  async function putOnList(suits: DeskWish): Promise<void> {
    const patient = patientOf(values)
    if (!patient) return
    const entry: AddWaitingWire = {
      location: values.location,
      patient,
      ...(chosen.service && { service: chosen.service }),
      duration: chosen.minutes,
      ...(values.doctor && { doctor: values.doctor }),
      ...(isWhole(values.appointment_date) && { from: values.appointment_date }),
      ...suits,
    }
    await sending.wait(entry, name)
  }
  const set = (changes: Partial<BookingValues>) => {
    setProblem('')
    for (const [field, value] of Object.entries(changes)) form.field(field as BookingField).change(value)
  }
  const submit = (suits: DeskWish | null) => {
    wish.current = suits
    form.submit()
  }
  const wrong = BOOKING_FIELDS.filter((field) => field !== 'reason' || asks)
    .map((field) => form.field(field).error)
    .find((error) => error !== undefined)

  return {
    ...facts,
    ...desk,
    today,
    form,
    values,
    set,
    mode,
    disabledReason,
    /** Place of a saved request; null: it can't be saved here and has to be written on paper. */
    where: saving.where,
    isFirstGap,
    name,
    series,
    clashes: sending.series,
    forgetClashes: sending.forgetSeries,
    question,
    asks,
    said: wrong || problem || (question ? sending.conflictText(question.conflict) : ''),
    submit: () => submit(null),
    putOnList: (suits: DeskWish) => submit(suits),
    /** Forgets for whom the panel was opened: another patient is searched for. */
    forgetPatient: () => setDesk((now) => now && { ...now, patient: null }),
  }
}

/** Services and doctors of the location that fit what is chosen. */
function useFacts(values: BookingValues, { place, request }: Desk) {
  const services = useQuery(serviceQueries.all(values.location)).data ?? []
  const doctors = useQuery(doctorQueries.list(values.location)).data ?? []
  // In somebody's column there is what they do.
  const offered = services.filter((each) => !place || isDoneBy(each, place.doctor.id))
  const { service, serviceId } = serviceOf(values, offered, request !== undefined)
  return {
    services: offered,
    service,
    serviceId,
    minutes: Number(values.duration) || (service?.minutes ?? DEFAULT_MINUTES),
    /** Who does the service. */
    doctors: doctors.filter(({ id }) => isDoneBy(service ?? null, id)),
    doctorName:
      doctors.find(({ id }) => id === values.doctor)?.name ??
      (place?.doctor.id === values.doctor ? place.doctor.name : ''),
  }
}

type SaveProblem = NotSaved['why'] | 'overtaken'
type Details = Pick<RequestDetails, 'name' | 'phone' | 'body'> & { key?: string }

/**
 * Saves an offline request on this device, or what is corrected of one.
 * @param wanted whether the panel is to save anything
 */
function useSaveRequest(request: OfflineRequest | undefined, wanted: boolean) {
  const user = useAtomValue(authUserAtom)
  const notify = useNotices()
  const [where, setWhere] = useState<Awaited<ReturnType<typeof whereSaved>>>()
  const id = wanted ? user?.id : undefined
  useEffect(() => {
    let isCurrent = true
    if (id !== undefined) void whereSaved({ id }).then((found) => isCurrent && setWhere(found))
    return () => {
      isCurrent = false
    }
  }, [id])

  /** @returns why it was not saved; null: it was */
  async function save(details: Details): Promise<SaveProblem | null> {
    if (!user) return 'no_key'
    try {
      if (request) return (await correctRequest(request, details)) ? null : 'overtaken'
      const number = await saveRequest({ ...details, by: { id: user.id, name: user.displayName } })
      notify({ kind: 'saved', request: number, name: details.name })
      return null
    } catch (error) {
      if (error instanceof NotSaved) return error.why
      throw error
    }
  }
  return {
    save,
    /** Sealed on the device, in this tab alone, or nowhere (null); undefined: not known yet. */
    where,
  }
}
