import { expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { parseClinic } from '../../../contract/clinic-config.ts'
import { demoClinic } from './demo-clinic.ts'

it('the server accepts the demonstration clinic, with lengths, services of some doctors, and doctors of two towns', () => {
  const demo = parseClinic(demoClinic(clinic))
  expect(new Set(demo.services.map(({ minutes }) => minutes)).size).toBeGreaterThan(4)
  expect(demo.services.filter(({ doctors }) => doctors).map(({ id }) => id)).toContain('braces')
  const travels = demo.doctors.filter(({ openingHours = {} }) => Object.keys(openingHours).length === 2)
  expect(travels.map(({ id }) => id)).toEqual(['fct-danjuma', 'phc-briggs'])
})

it('the demonstration leaves another clinic’s settings as they are', () => {
  const own = {
    ...clinic,
    services: [{ id: 'implant', name: 'Implant', type: 'procedure' as const, minutes: 150 }],
    doctors: [{ id: 'dr-a', name: 'Dr. A', department: 'All', location: 'fct' }],
    sms: { replies: { number: '20881' } },
  }
  expect(demoClinic(own)).toEqual(own)
})
