import { startCase } from './start-case.ts'

/** The parts of a registered patient's name; an empty text where there is none. */
export type PatientName = {
  title: string
  firstName: string
  lastName: string
  middleName: string
  /** The number on the clinic's paper record. */
  rawId: string
}

/** Optional title, first name, last name, middle name, raw id in parentheses, in start case (specification, section 3). */
export function patientDisplayName({ title, firstName, lastName, middleName, rawId }: PatientName): string {
  const name = startCase([title, firstName, lastName, middleName].filter((part) => part !== '').join(' '))
  return rawId === '' ? name : `${name} (${rawId})`
}

const LAST_SIGNS = 2

/**
 * A name as far as the family recognises it and nobody else learns it: first name, initial of the last one, the end of
 * the raw id, 'Ada O. (...12)' (design, section 7).
 */
export function maskedName({ firstName, lastName, rawId }: PatientName): string {
  const initial = Array.from(lastName)[0]
  const name = [startCase(firstName), ...(initial ? [`${initial.toUpperCase()}.`] : [])].join(' ')
  // The end of a short id would be all of it.
  return rawId.length <= LAST_SIGNS ? name : `${name} (...${rawId.slice(-LAST_SIGNS)})`
}
