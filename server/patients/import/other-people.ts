import type { Pool } from 'pg'
import { matchNames, nameWords } from '../records/same-name.ts'
import type { ImportedPatient } from './patient-line.ts'

export const OTHER_PERSON =
  'clinic_id: The patient of this number has another name here, so that the line may be of somebody else. Please compare the two.'

type Known = { clinicId: string; firstName: string; names: string; birthDate: string | null }

/** The clinic ids under which somebody else is stored: a number alone says not who it is. */
export async function otherPeopleAmong(
  db: Pick<Pool, 'query'>,
  patients: readonly ImportedPatient[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<Known>(
    `SELECT clinic_id AS "clinicId", first_name AS "firstName", concat_ws(' ', first_name, middle_name, last_name) AS names,
       birth_date::text AS "birthDate"
     FROM patients WHERE clinic_id = ANY($1)`,
    [patients.map(({ clinicId }) => clinicId)],
  )
  const known = new Map(rows.map((row) => [row.clinicId, row]))
  return new Set(
    patients.flatMap((patient) => {
      const stored = known.get(patient.clinicId)
      return stored && isOther(stored, patient) ? [patient.clinicId] : []
    }),
  )
}

/**
 * Part of a name is enough, as people marry, if it has the first name, unless the date of birth is another one too: a family
 * shares the last name, often the number and, as twins, the day.
 */
function isOther(stored: Known, { firstName, middleName, lastName, birthDate }: ImportedPatient): boolean {
  const own = nameWords(`${firstName} ${middleName} ${lastName}`)
  const match = matchNames(nameWords(stored.names), own)
  if (match !== 'partly') return match === 'none'
  const isBornElse = stored.birthDate !== null && birthDate !== null && stored.birthDate !== birthDate
  return isBornElse || !nameWords(stored.firstName).some((word) => own.includes(word))
}
