import { readPhone, splitNumber } from '../../../../domain/contact.ts'

/** What somebody typed to find a patient: a phone number, or a name that a new patient begins with. */
export type Typed = { phone: string; firstName: string; lastName: string }

/** A whole number or a part of one, with no letter, is a number, and so is one within a text; of a name the first word is the first name. */
export function typedPatient(text: string): Typed {
  const { name, phone } = splitNumber(text)
  const number = readPhone(name)
  if (number !== null) return { phone: number, firstName: '', lastName: '' }
  if (/\d/.test(name) && !/\p{L}/u.test(name)) return { phone: name, firstName: '', lastName: '' }
  const [firstName = '', ...rest] = name.split(' ')
  return { phone, firstName, lastName: rest.join(' ') }
}

/** Whether a day or a time is typed whole. A picker has one character for half of it. */
export const isWhole = (value: string) => value.length > 1

/**
 * The parts of a name, each with whether it is what was searched for: the beginning of one of its words, whatever their
 * case.
 */
export function matched(name: string, search: string): { text: string; isMatch: boolean }[] {
  const wanted = search.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return name.split(/(?<=\s)/).flatMap((word) => {
    const found = wanted.find((part) => word.toLowerCase().startsWith(part))
    if (!found) return [{ text: word, isMatch: false }]
    return [
      { text: word.slice(0, found.length), isMatch: true },
      { text: word.slice(found.length), isMatch: false },
    ]
  })
}
