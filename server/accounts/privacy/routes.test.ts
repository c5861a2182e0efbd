import { expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { privacyOf } from './routes.ts'

const PRIVACY = {
  controller: 'Enamel Dental Ltd, Abuja',
  contact: 'privacy@example.com',
  authority: 'Nigeria Data Protection Commission',
  processors: [{ name: 'Example Mail', task: 'Sends the mails' }],
}

it('the privacy page tells everybody who is responsible, and how long data are stored', async () => {
  const retention = { visitorsMonths: 24, registeredMonths: null, auditMonths: 36 }
  await using clinic = await startClinic({ clinic: { privacy: PRIVACY, retention } })
  const { status, body } = await clinic.call('GET', '/api/privacy')
  expect([status, body.data]).toEqual([200, { ...PRIVACY, retention }])
})

it('the privacy page names the clinic where no other controller is configured', () => {
  const { privacy: _, retention: __, ...clinic } = clinicConfig
  expect(privacyOf(clinic)).toMatchObject({
    controller: expect.stringContaining(clinic.name),
    authority: null,
    processors: [],
    retention: { visitorsMonths: null },
  })
})
