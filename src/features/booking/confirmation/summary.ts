import type { TFunction } from 'i18next'
import type { VerifiedPatient } from '../../../../contract/one-time-codes.ts'
import type { PublicClinic } from '../../../../domain/public-clinic.ts'
import { categoryLabel } from '../../../i18n/wire-messages.ts'
import { formatDay, formatTime, zoneCity } from '../../../ui/format-time.ts'
import type { BookingForm } from '../state/booking-form.ts'

/** The booking before it is sent, each part as lines of which the first matters most. */
export type Summary = {
  who: string[]
  what: string[]
  when: string[]
  where: string[]
  complaint: string[]
}

const filled = (...lines: (string | undefined)[]) =>
  lines.filter((line) => line !== undefined && line !== '') as string[]

/** The summary of step 4 (specification, section 2: 'Step 4') in a language; days and times are clinic time. */
export function summaryOf(
  form: BookingForm,
  clinic: Pick<PublicClinic, 'name' | 'timeZone' | 'locations'>,
  t: TFunction<'later'>,
  language: string,
  patient: Pick<VerifiedPatient, 'displayName'> | null = null,
): Summary {
  const place = clinic.locations.find(({ code }) => code === form.location)
  const type = form.appointmentType && t(`details.types.${form.appointmentType}`)
  const doctor = form.doctor ? t('confirm.withDoctor', { doctor: form.doctor }) : t('confirm.anyDoctor')
  // A category of ours has words; a service of the clinic has its name.
  const service = form.serviceId ? form.serviceText : categoryLabel(form.serviceText)
  const isNamedTwice = service.toLowerCase() === type.toLowerCase()
  return {
    who: filled(
      patient?.displayName ?? `${form.firstName.trim()} ${form.lastName.trim()}`,
      form.email.trim(),
      form.phoneNumber.trim(),
    ),
    what: filled(service || type, service && !isNamedTwice ? type : undefined, doctor),
    when: [
      formatDay(form.date, language, { year: true }),
      `${formatTime(form.time, language)}, ${t('confirm.zone', { city: zoneCity(clinic.timeZone) })}`,
    ],
    where: filled(place?.name ?? form.location, clinic.name, place?.address),
    complaint: filled(form.description.trim()),
  }
}
