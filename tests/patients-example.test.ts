import { expect, it } from 'vitest'
import { PATIENT_COLUMNS } from '../contract/patients.ts'
import { readPatients } from '../server/patients/import/patient-lines.ts'
import { exampleFile } from '../src/features/patients/example-file.ts'

it('the server reads the example file that the page offers', async () => {
  async function* bytes() {
    yield new TextEncoder().encode(exampleFile())
  }
  const { columns, lines } = await readPatients(bytes(), { country: 'NG', today: '2030-03-04' })
  expect(columns).toEqual(PATIENT_COLUMNS)
  const read: unknown[] = []
  for await (const line of lines) read.push(line)
  expect(read).toMatchObject([
    { patient: { clinicId: 'ENM-00001', address: '12 Allen Avenue, Ikeja', phoneE164: '+2348031234567' } },
    { patient: { clinicId: 'ENM-00002', rawId: 'ENM-00002', phoneE164: '+2348097654321' } },
  ])
})
