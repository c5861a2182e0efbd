import { PATIENT_COLUMNS, type PatientColumn } from '../../../contract/patients.ts'
import { BYTE_ORDER_MARK, csvRows } from '../../../domain/csv.ts'

const ROWS: readonly Record<PatientColumn, string>[] = [
  {
    clinic_id: 'ENM-00001',
    raw_id: '12',
    title: 'Mrs',
    first_name: 'Ada',
    middle_name: 'Chinwe',
    last_name: 'Obi',
    gender: 'female',
    nationality: 'nigeria',
    birth_date: '1985-03-21',
    address: '12 Allen Avenue, Ikeja',
    email: 'ada.obi@example.com',
    phone: '0803 123 4567',
  },
  {
    clinic_id: 'ENM-00002',
    raw_id: '',
    title: '',
    first_name: 'Chidi',
    middle_name: '',
    last_name: 'Eze',
    gender: 'male',
    nationality: '',
    birth_date: '',
    address: '',
    email: '',
    phone: '0809 765 4321',
  },
]

/** Fictitious people. */
export function exampleFile(): string {
  const records = ROWS.map((row) => PATIENT_COLUMNS.map((column) => row[column]))
  return BYTE_ORDER_MARK + csvRows([PATIENT_COLUMNS, ...records])
}
