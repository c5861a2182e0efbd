import { startCase } from './start-case.ts'

/** A missing part is an empty text. */
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
 * A masked name that only the family recognises: first name, initial of the last name, end of the raw id, 'Ada O.
 * (...12)' (specification, section 7).
 */
export function maskedName({ firstName, lastName, rawId }: PatientName): string {
  const initial = Array.from(lastName)[0]
  const name = [startCase(firstName), ...(initial ? [`${initial.toUpperCase()}.`] : [])].join(' ')
  // A short id would be shown whole.
  return rawId.length <= LAST_SIGNS ? name : `${name} (...${rawId.slice(-LAST_SIGNS)})`
}

/** First and last name as a page without sign-in shows them: 'A. O.'. */
export function nameInitials({ firstName, lastName }: Pick<PatientName, 'firstName' | 'lastName'>): string {
  return [firstName, lastName]
    .flatMap((name) => /[\p{L}\p{N}]/u.exec(name)?.[0] ?? [])
    .map((letter) => `${letter.toUpperCase()}.`)
    .join(' ')
}
