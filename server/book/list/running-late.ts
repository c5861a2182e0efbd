import type { Pool } from 'pg'
import type { LateVisits } from '../../../contract/desk.ts'
import type { Clinic, ClinicLocation, Doctor } from '../../../domain/clinic.ts'
import { addDays, clinicDate, isoWithOffset, toInstant } from '../../../domain/clinic-time.ts'
import { isoLanguage, type LanguageCode, offeredLanguage } from '../../../domain/languages.ts'
import { type PatientName, patientDisplayName } from '../../../domain/patient-name.ts'
import { NAME_COLUMNS } from '../../patients/records/name-columns.ts'
import { spokenTimeOfDay } from '../../platform/text/spoken-time.ts'
import { oneLine } from '../../platform/text/text.ts'
import { textsIn } from '../../platform/text/texts.ts'

/** More than a doctor sees in a day. */
const MOST = 100

type Row = PatientName & {
  id: string
  reference: string
  startsAt: Date
  phone: string
  phoneE164: string | null
  reachable: boolean
  language: LanguageCode
}

/** Today's remaining patients of a doctor, with a text for each, the next one first. */
export async function runningLate(
  pool: Pick<Pool, 'query'>,
  { location, doctor, minutes }: { location: ClinicLocation; doctor: Doctor; minutes: number },
  { clinic, now }: { clinic: Clinic; now: Date },
): Promise<LateVisits> {
  const { timeZone } = clinic
  const today = clinicDate(now, timeZone)
  const { rows } = await pool.query<Row>({
    name: 'running-late',
    text: `SELECT a.id, a.reference, a.starts_at AS "startsAt", ${NAME_COLUMNS}, p.phone, p.phone_e164 AS "phoneE164",
             a.reachable, a.language
           FROM appointments a JOIN patients p ON p.id = a.patient_id
           WHERE a.doctor_id = $1 AND a.location = $2 AND a.takes_time AND a.visit IS NULL
             AND a.starts_at >= $3 AND a.starts_at < $4 AND a.ends_at > $5
           ORDER BY a.starts_at, a.id LIMIT ${MOST}`,
    values: [
      doctor.id,
      location.code,
      toInstant(today, '00:00', timeZone),
      toInstant(addDays(today, 1), '00:00', timeZone),
      now,
    ],
  })
  return rows.map(({ id, reference, startsAt, phone, phoneE164, reachable, language, ...name }) => {
    const expected = new Date(startsAt.getTime() + minutes * 60_000)
    const texts = textsIn(isoLanguage(offeredLanguage(language, clinic.languages)))
    return {
      id,
      reference,
      appointment_date: isoWithOffset(startsAt, timeZone),
      expected: isoWithOffset(expected, timeZone),
      name: patientDisplayName(name),
      phone_number: phone,
      phone: phoneE164,
      reachable,
      text: texts.say('sms.late', {
        clinic: oneLine(clinic.name),
        doctor: oneLine(doctor.name),
        time: spokenTimeOfDay(startsAt, timeZone, texts),
        expected: spokenTimeOfDay(expected, timeZone, texts),
      }),
    }
  })
}
