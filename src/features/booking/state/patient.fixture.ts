import type { VerifiedPatient } from '../../../../contract/one-time-codes.ts'

/** A registered patient as the server tells of her, for tests. */
export const ngozi: VerifiedPatient = {
  id: '6f0c1b5e-7a50-4a0e-9a7e-0a4f6f4b8d11',
  rawId: 'R-0012',
  emrId: 'CLN-7',
  displayName: 'Mrs Ngozi Eze Ada (R-0012)',
  title: 'mrs',
  firstName: 'ngozi',
  lastName: 'eze',
  middleName: 'ada',
  email: 'ngozi.eze@example.com',
  phoneNumber: '+2348031234567',
  gender: 'female',
  nationality: 'nigeria',
  birthDate: '1990-03-05',
  age: 39,
  address: '12 Palm Street',
  guardian: '',
  openAppointments: 0,
  openLimit: 3,
}
