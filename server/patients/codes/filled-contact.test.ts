import { expect, it } from 'vitest'
import { startClinicWithCodes } from '../../../tests/support/one-time-codes.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { africasTalkingAnswer } from '../../../tests/support/sms-gateway.ts'
import { startPatientSession } from '../../accounts/auth/sessions.ts'
import { readPatient } from '../import/patient-line.ts'
import { storePatients } from '../import/repository.ts'

/* A verified patient may type a contact that the record lacks; it is unproven. */

/** A patient who has typed these contacts while booking, and their clinic. */
async function filledIn(
  lacking: { email?: ''; phone?: null },
  typed: { email?: string; phone_number?: string },
) {
  const gateway = { answer: africasTalkingAnswer(101) }
  const clinic = await startClinicWithCodes({ gateway: () => gateway.answer })
  const patient = await storeRegistered(clinic.pool, lacking)
  const token = await startPatientSession(clinic.pool, patient.id, clinic.clock.now)
  expect(await clinic.book({ ...typed }, { token })).toMatchObject({ status: 201 })
  return { ...clinic, gateway, patient }
}

const EMAIL = 'typo@example.com'
const byEmail = () => filledIn({ email: '' }, { email: EMAIL })
const byPhone = () => filledIn({ phone: null }, { phone_number: '0809 999 9999' })

it('a code requested by an email that a patient filled in goes to no one', async () => {
  const { codeFor, challenge, patient, mails, texts } = await byEmail()
  const { rawId, code } = await codeFor(EMAIL)
  expect(code).toBeNull()
  expect((await challenge(rawId)).patient_id).not.toBe(patient.id)
  expect([...mails, ...texts]).toEqual([])
})

it('a code requested by a phone number that a patient filled in goes to no one, in any spelling', async () => {
  const { codeFor, challenge, patient, mails, texts } = await byPhone()
  for (const typed of ['0809 999 9999', '+2348099999999']) {
    const { rawId, code } = await codeFor(typed)
    expect(code).toBeNull()
    expect((await challenge(rawId)).patient_id).not.toBe(patient.id)
  }
  expect([...mails, ...texts]).toEqual([])
})

it('a code requested by clinic id or phone goes to the clinic’s contact, not to the email filled in', async () => {
  const { ask, deliver, patient, mails, texts } = await byEmail()
  await ask(patient.clinicId)
  await ask(patient.phone ?? '')
  expect(await deliver()).toEqual(['sent', 'sent'])
  expect(texts.map(({ form }) => form.to)).toEqual([patient.phone, patient.phone])
  expect(mails).toEqual([])
})

it('a code does not go to the number filled in either, when the clinic has removed the email from the record', async () => {
  const { ask, deliver, pool, patient, mails, texts } = await byPhone()
  await pool.query(`UPDATE patients SET email = '', email_key = ''`)
  await ask(patient.clinicId)
  expect(await deliver()).toEqual(['skipped'])
  expect([...mails, ...texts]).toEqual([])
})

it('a code does not go to the email filled in either, when the gateway refuses the number', async () => {
  const { ask, deliver, gateway, patient, mails } = await byEmail()
  gateway.answer = africasTalkingAnswer(403, 'InvalidPhoneNumber')
  await ask(patient.phone ?? '')
  expect(await deliver()).toEqual(['refused'])
  expect(mails).toEqual([])
})

it('an email filled in counts like any other once it is in the clinic’s file', async () => {
  const { codeFor, pool, patient, mails } = await byEmail()
  const cells = { clinic_id: patient.clinicId, first_name: 'Ngozi', last_name: 'Eze', email: EMAIL }
  const read = readPatient(cells, { country: 'NG', today: '2030-03-04' })
  if (!('patient' in read)) throw new Error(read.faults)
  await storePatients(pool, [read.patient], ['clinic_id', 'email'])
  expect((await codeFor(EMAIL)).code).toEqual(expect.any(Number))
  expect(mails.map(({ to }) => to)).toEqual([[EMAIL]])
})
