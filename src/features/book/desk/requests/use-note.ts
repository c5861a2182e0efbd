import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import type { BookAtDeskWire } from '../../../../../contract/desk.ts'
import { DeskTime, PersonName } from '../../../../../contract/fields.ts'
import { timeOf } from '../../../../../domain/clinic-time.ts'
import { readPhone } from '../../../../../domain/contact.ts'
import { isDoneBy, lengthOf } from '../../../../../domain/services.ts'
import { doctorQueries } from '../../../../api/doctors.ts'
import { serviceQueries } from '../../../../api/services.ts'
import type { OfflineRequest, RequestDetails } from '../../../../offline/requests/request.ts'
import { useStoredState } from '../../../../session/open-forms.ts'
import type { Desk, NoteStart } from '../../state/desk-atom.ts'

export type Note = NoteStart & { location: string }

/** What is asked for, as far as it is known. */
export function startOf(
  { note, place, location, patient }: Pick<Desk, 'note' | 'place' | 'location' | 'patient'>,
  today: string,
): Note {
  return {
    patient,
    firstName: '',
    lastName: '',
    phone: '',
    isUnreachable: false,
    serviceId: '',
    minutes: null,
    channel: 'phone',
    day: place?.day ?? today,
    time: place ? timeOf(place.from) : '',
    doctor: place?.doctor.id ?? '',
    attempt: null,
    location,
    ...note,
  }
}

/** What was noted, to be corrected. */
export function noteOf({ body, name, phone }: Pick<OfflineRequest, 'body' | 'name' | 'phone'>): Note {
  const { patient } = body
  const known = 'id' in patient ? { id: patient.id, name } : null
  return {
    patient: known,
    firstName: 'firstName' in patient ? patient.firstName : '',
    lastName: 'lastName' in patient ? patient.lastName : '',
    phone,
    isUnreachable: body.reachable === false,
    serviceId: body.service ?? '',
    minutes: body.duration || null,
    channel: body.channel === 'desk' || body.channel === 'walk_in' ? body.channel : 'phone',
    day: body.appointment_date ?? '',
    time: body.start_time ?? '',
    doctor: body.doctor ?? '',
    attempt: null,
    location: body.location,
  }
}

export type NoteProblem = 'name' | 'phone' | 'time'

/** What is missing or wrong, the first of it: what the server would refuse later is said while the caller is there. */
export function problemOf(note: Note): NoteProblem | null {
  const isName = (text: string) => v.is(PersonName, text)
  if (!note.patient && !(isName(note.firstName) && isName(note.lastName))) return 'name'
  const phone = note.phone.trim()
  const needsPhone = !note.patient && !note.isUnreachable
  if (phone === '' ? needsPhone : readPhone(phone) === null) return 'phone'
  return note.day && v.is(DeskTime, note.time) ? null : 'time'
}

/** As it is noted, and booked later; `key` of a booking that was sent before. */
export function saidOfNote(note: Note): Pick<RequestDetails, 'name' | 'phone' | 'body'> & { key?: string } {
  const [firstName, lastName, phone] = [note.firstName, note.lastName, note.phone].map((text) =>
    text.trim(),
  ) as [string, string, string]
  const body: BookAtDeskWire = {
    location: note.location,
    appointment_date: note.day,
    start_time: note.time,
    ...(note.doctor && { doctor: note.doctor }),
    ...(note.serviceId && { service: note.serviceId }),
    ...(note.minutes !== null && { duration: note.minutes }),
    channel: note.channel,
    patient: note.patient
      ? { id: note.patient.id }
      : { firstName, lastName, ...(phone && { phoneNumber: phone }) },
    reachable: !note.isUnreachable,
  }
  const who = { name: note.patient?.name ?? `${firstName} ${lastName}`, phone }
  return note.attempt?.body.start_time ? { ...who, ...note.attempt } : { ...who, body }
}

/** A note that is being written, with what its location offers, as far as this device knows. */
export function useNote(initial: Note) {
  const [note, setNote] = useStoredState('offline request', initial)
  const services = useQuery(serviceQueries.all(note.location)).data ?? []
  const doctors = useQuery(doctorQueries.list(note.location)).data ?? []
  const serviceOf = (wanted: string) => services.find(({ id }) => id === wanted) ?? null
  // Something else than what was sent before.
  const change = (changes: Partial<Note>) => setNote((before) => ({ ...before, ...changes, attempt: null }))
  return {
    note,
    change,
    services,
    /** Who does the chosen service. */
    doctors: doctors.filter(({ id }) => isDoneBy(serviceOf(note.serviceId), id)),
    chooseService: (serviceId: string) => {
      const service = serviceOf(serviceId)
      const doctor = isDoneBy(service, note.doctor) ? note.doctor : ''
      change({ serviceId, doctor, minutes: service ? lengthOf(service) : null })
    },
  }
}
