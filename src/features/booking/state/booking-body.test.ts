import * as v from 'valibot'
import { expect, it } from 'vitest'
import { BookAppointment } from '../../../../contract/booking.ts'
import { knowClinic } from '../../../clinic.fixture.ts'
import { bodyToSend } from './booking-body.ts'
import { changeForm, emptyForm } from './booking-form.ts'
import { ngozi } from './patient.fixture.ts'
import { recordOf } from './patient-form.ts'

knowClinic()

const form = {
  ...emptyForm('fct'),
  firstName: ' Ada ',
  lastName: 'Obi',
  email: 'ada@example.com',
  phoneNumber: '0803 123 4567',
  appointmentType: 'consultation' as const,
  date: '2030-03-04',
  time: '09:30',
}

it('the body is what the contract reads', () => {
  expect(v.parse(BookAppointment, bodyToSend({ form, patient: null }))).toMatchObject({
    firstName: 'Ada',
    lastName: 'Obi',
    phone: '0803 123 4567',
    age: null,
    gender: null,
    nationality: 'nigeria',
    address: '... Abuja',
    location: 'fct',
    serviceId: null,
    doctorId: null,
    date: '2030-03-04',
    time: '09:30',
    complaint: null,
  })
})

it('the body has a fallback category by its name alone', () => {
  const body = bodyToSend({ form: { ...form, serviceText: 'Tooth Pain' }, patient: null })
  expect(body).toMatchObject({ service_id: null, serviceText: 'Tooth Pain' })
})

it('the body has the age as a number and the chosen doctor with the department', () => {
  const body = bodyToSend({
    form: { ...form, age: '34', doctorId: 'd', department: 'Oral Surgery' },
    patient: null,
  })
  expect(body).toMatchObject({ age: 34, doctor_id: 'd', department_id: 'Oral Surgery' })
})

it('the body names a guardian only for a minor, and the text of /privacy that was shown', () => {
  const named = { ...form, guardian: ' Ngozi Obi ' }
  expect(bodyToSend({ form: { ...named, age: '17' }, patient: null })).toMatchObject({
    guardian: 'Ngozi Obi',
    consent: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  for (const age of ['', '18', '9']) {
    expect(bodyToSend({ form: { ...named, age }, patient: null })).not.toHaveProperty('guardian')
  }
})

it('the body has name and address of a verified patient as on record', () => {
  expect(bodyToSend({ form: { ...form, ...recordOf(ngozi) }, patient: ngozi })).toMatchObject({
    patient_id: ngozi.id,
    date_of_birth: '1990-03-05',
    surname: 'ngozi',
    other_names: 'eze ada',
    address: '12 Palm Street',
  })
})

it('the body has the fields of the form under their own names too, and no token', () => {
  const chosen = changeForm(form, { serviceId: 's', serviceText: 'Deep Cleaning', doctor: 'Dr. Musa' })
  const visitor = bodyToSend({ form: chosen, patient: null })
  const own = {
    firstName: 'Ada',
    lastName: 'Obi',
    phoneNumber: '0803 123 4567',
    date: '2030-03-04',
    time: '09:30',
    doctor: 'Dr. Musa',
    service: 'Deep Cleaning',
  }
  expect(visitor).toMatchObject({ ...own, rawId: null, emrId: null, middleName: null })
  expect(visitor).not.toHaveProperty('token')
  const patient = bodyToSend({ form: { ...chosen, ...recordOf(ngozi) }, patient: ngozi })
  expect(patient).toMatchObject({ firstName: 'ngozi', rawId: 'R-0012', emrId: 'CLN-7', middleName: 'ada' })
})
