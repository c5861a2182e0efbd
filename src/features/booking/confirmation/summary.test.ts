import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import later from '../../../i18n/locales/en/later.json'
import { type BookingForm, emptyForm } from '../state/booking-form.ts'
import { summaryOf } from './summary.ts'

const clinic = {
  name: 'Enamel Dental Clinic',
  timeZone: 'Africa/Lagos',
  locations: [{ code: 'fct', name: 'Abuja', address: '27 Gana Street, Maitama, Abuja', openingHours: [] }],
}
const form: BookingForm = {
  ...emptyForm('fct'),
  firstName: ' Ada',
  lastName: 'Obi ',
  email: 'ada@example.com',
  phoneNumber: '0803 123 4567',
  appointmentType: 'procedure',
  serviceText: 'Dental Implant',
  doctor: 'Dr. Ibrahim Musa',
  date: '2030-03-04',
  time: '09:30',
}
const words = i18next.createInstance()
const summary = (change: Partial<BookingForm> = {}) =>
  summaryOf({ ...form, ...change }, clinic, words.getFixedT('en', 'later'), 'en')

beforeAll(async () => {
  await words.init({ lng: 'en', resources: { en: { later } }, interpolation: { escapeValue: false } })
})

it('the summary says who, what, when with weekday and time zone, and where', () => {
  expect(summary()).toEqual({
    who: ['Ada Obi', 'ada@example.com', '0803 123 4567'],
    what: ['Dental Implant', 'Procedure', 'with Dr. Ibrahim Musa'],
    when: ['Monday, 4 March 2030', '9:30 AM, Lagos time'],
    where: ['Abuja', 'Enamel Dental Clinic', '27 Gana Street, Maitama, Abuja'],
    complaint: [],
  })
})

it.each([
  { change: { serviceText: '', doctor: '' }, what: ['Procedure', 'with any doctor'] },
  {
    change: { appointmentType: 'consultation' as const, serviceText: 'Consultation', doctor: '' },
    what: ['Consultation', 'with any doctor'],
  },
])('the summary says $what once', ({ change, what }) => expect(summary(change).what).toEqual(what))

it('the summary has the complaint, if there is one', () => {
  expect(summary({ description: ' It hurts. ' }).complaint).toEqual(['It hurts.'])
})
