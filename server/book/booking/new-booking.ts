import type { BookAppointment } from '../../../contract/booking.ts'
import type { FieldMessage } from '../../../contract/fields.ts'
import { refuseSlot, type SlotRefusal } from '../../../domain/booking.ts'
import type { Clinic, ClinicLocation } from '../../../domain/clinic.ts'
import { clinicDate, isoWithOffset } from '../../../domain/clinic-time.ts'
import { hoursAt } from '../../../domain/doctors.ts'
import { FALLBACK_LANGUAGE } from '../../../domain/languages.ts'
import { FALLBACK_SERVICE_CATEGORIES } from '../../../domain/service-categories.ts'
import { DEFAULT_MINUTES, doctorsFor, isOfferedAt, lengthOf } from '../../../domain/services.ts'
import { fitsInto, SLOT_MINUTES, slotInterval, slotTimes } from '../../../domain/slots.ts'
import { knownLocation, wrongDoctor } from '../../platform/http/clinic-codes.ts'
import { invalidInput } from '../../platform/http/failure.ts'
import { requestHashOf } from '../../platform/http/first-answer.ts'
import { personOf, type RequestedBooking } from '../visits/person.ts'
import type { NewBooking } from './book.ts'

/**
 * Validates a request against the clinic's settings and fills in defaults.
 * @throws HttpFailure 400 with a sentence for each field that names something the clinic does not have
 */
export function newBooking(asked: RequestedBooking, key: string, clinic: Clinic, now: Date): NewBooking {
  const { request } = asked
  const location = knownLocation(clinic, request.location)
  const service =
    clinic.services.find(
      (each) =>
        each.id === request.serviceId &&
        each.type === request.appointmentType &&
        isOfferedAt(clinic, location.code, each),
    ) ?? null
  const minutes = lengthOf(service)
  const doctors = doctorsFor(clinic, location.code, service)
  const chosen = doctors.find((doctor) => doctor.id === request.doctorId)
  const candidates = chosen ? [chosen] : doctors

  const { person, wrong: wrongPerson } = personOf(asked, { clinic, location, now })
  const wrong = { ...wrongPerson, ...wrongOnlineTime({ ...request, minutes }, location, clinic, now) }
  const ofDoctor = wrongDoctor(clinic, request.doctorId, { location: location.code, service })
  if (ofDoctor) wrong.doctor_id = ofDoctor
  if (request.serviceId !== null && !service) wrong.service_id = 'service_unknown'
  if (request.serviceId === null && !isCategory(request.serviceText)) wrong.serviceText = 'service_unknown'
  if (!isLength(request.duration, minutes)) wrong.duration = 'invalid'
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong)

  const { start, end } = slotInterval(request.date, request.time, clinic.timeZone, minutes)
  return {
    key,
    requestHash: hashOf(asked),
    person,
    location: location.code,
    service: {
      id: service?.id ?? null,
      text: service?.name ?? request.serviceText ?? capitalised(request.appointmentType),
      tariff: service?.tariff ?? null,
    },
    appointmentType: request.appointmentType,
    startsAt: new Date(start),
    endsAt: new Date(end),
    complaint: request.complaint ?? '',
    language: request.language ?? FALLBACK_LANGUAGE,
    // None of them is there at this time: it reads as taken.
    doctorIds: candidates
      .filter((doctor) =>
        fitsInto(hoursAt(doctor, location), request.date, clinic.timeZone, request.time, minutes),
      )
      .map(({ id }) => id),
    doctorChosen: chosen !== undefined,
    doctors: Object.fromEntries(candidates.map(({ id, name }) => [id, { id, name }])),
    override: 'override' in request,
    overBlockers: false,
    status: 'open',
    atDesk: null,
    // In a booking by staff, the patient has seen no page.
    consentText: asked.by === 'staff' ? null : (request.consent ?? null),
    bookedBy: asked.by === 'staff' ? asked.staffId : null,
    // The booking function adds the doctor.
    answer: (reference) => ({
      duration: minutes,
      reference,
      appointment_date: isoWithOffset(new Date(start), clinic.timeZone),
    }),
  }
}

/** Pages that know of no lengths say the default, and mean the service's. */
const isLength = (duration: number | null, minutes: number) =>
  duration === null || duration === DEFAULT_MINUTES || duration === minutes

/**
 * Identifies a repeated request, whichever text of /privacy its page showed. For a patient it covers the patient and
 * the appointment, not the token, which a new code replaces, nor personal fields of the body. So no one gets the answer
 * to someone else's booking with the same key. The duration follows from the service.
 */
export function hashOf(asked: RequestedBooking): string {
  if (asked.by !== 'patient') {
    const { duration: _, consent: __, ...request } = asked.request
    return requestHashOf(request)
  }
  const { typed: _, duration: __, consent: ___, ...appointment } = asked.request
  return requestHashOf({ patientId: asked.record.id, ...appointment })
}

const MESSAGE_OF = {
  past: 'slot_past',
  too_far: 'slot_too_far',
  closed: 'slot_closed',
  off_grid: 'slot_off_grid',
} as const satisfies Record<SlotRefusal['kind'], FieldMessage>

/** The mistake in a time for an online booking, at the day or the time. */
export function wrongOnlineTime(
  { date, time, minutes }: Pick<BookAppointment, 'date' | 'time'> & { minutes: number },
  location: ClinicLocation,
  clinic: Clinic,
  now: Date,
): Record<string, FieldMessage> {
  const hours = location.openingHours
  const grid = { minutes, step: SLOT_MINUTES }
  const refusal = refuseSlot({ date, time, hours, grid, timeZone: clinic.timeZone, now, ...clinic.booking })
  if (!refusal) return {}
  const dayIsWrong =
    refusal.kind === 'too_far' ||
    (refusal.kind === 'past' && date < clinicDate(now, clinic.timeZone)) ||
    slotTimes(hours, date, clinic.timeZone, grid).length === 0
  return { [dayIsWrong ? 'appointment_date' : 'start_time']: MESSAGE_OF[refusal.kind] }
}

/**
 * Reports whether a text is one of our categories. Without a chosen service no other is accepted, since it goes into a
 * mail to any address a visitor enters.
 */
function isCategory(text: string | null): boolean {
  return text === null || (FALLBACK_SERVICE_CATEGORIES as readonly string[]).includes(text)
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
