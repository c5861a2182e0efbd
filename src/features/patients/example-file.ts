import { PATIENT_COLUMNS, type PatientColumn } from '../../../contract/patients.ts'

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
    phone: '+234 809 765 4321',
  },
]

const cell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Fictitious people; with the byte order mark by which spreadsheets recognise UTF-8. */
export function exampleFile(): string {
  const records = [PATIENT_COLUMNS, ...ROWS.map((row) => PATIENT_COLUMNS.map((column) => row[column]))]
  return `\ufeff${records.map((record) => `${record.map(cell).join(',')}\r\n`).join('')}`
}
