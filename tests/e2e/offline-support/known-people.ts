import type { Clinic } from '../clinic.ts'
import type { Slot } from '../labels.ts'

/** People whose names stand nowhere in the app, so that a word that is found is one of theirs. */
const PEOPLE = [
  { first: 'Zubaidah', last: "N'Gwenyama", phone: '0803 555 7101', complaint: 'Loose bridge on the left' },
  {
    first: 'Ọlásùbọ̀mí',
    last: 'Quaynor',
    phone: '+234 807 555 7102',
    complaint: 'Wisdom tooth hurts at night',
  },
  { first: 'Xolani', last: 'Fyneface', phone: '0705 555 7103', complaint: 'Gums bleed since Friday' },
] as const

const emailOf = (last: string) => `${last.toLowerCase().replace(/[^a-z]/g, '')}.patient@example.net`

/** Every word that would give one of them away: names, address, the number however it is written, the complaint. */
export const WORDS_OF_PEOPLE: readonly string[] = PEOPLE.flatMap(({ first, last, phone, complaint }) => {
  const digits = phone.replace(/\D/g, '').slice(-10)
  const spaced = `${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`
  return [first, last, emailOf(last), phone, digits, spaced, complaint]
})

/** Two days of the coming two weeks: one that the test opens, and one that it never does while there is a connection. */
export type TwoDays = { opened: string; fetchedAhead: string }

/** Books for two of them on one day and for the third on another one. */
export async function bookTwoDays(clinic: Pick<Clinic, 'book' | 'freeDays'>): Promise<TwoDays> {
  const days = await clinic.freeDays(1, 13)
  const [opened, fetchedAhead] = days.filter(({ slots }) => slots.includes('12:00'))
  if (!opened || !fetchedAhead) throw new Error('The clinic has no two free days within two weeks.')
  const slots: Slot[] = [
    { date: opened.date, time: '11:00' },
    { date: opened.date, time: '11:30' },
    { date: fetchedAhead.date, time: '12:00' },
  ]
  for (const [i, { first, last, phone, complaint }] of PEOPLE.entries()) {
    await clinic.book(slots[i] as Slot, {
      surname: first,
      other_names: last,
      email: emailOf(last),
      phone_number: phone,
      description: complaint,
    })
  }
  return { opened: opened.date, fetchedAhead: fetchedAhead.date }
}
