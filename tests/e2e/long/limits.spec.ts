import { expect, test } from '../clinic.ts'
import { goToConfirmation, heading, submit } from '../wizard.ts'

test.use({ limits: true, expectedProblems: /status of 428/ })

test('behind an address that has booked a lot, a page books on with a proof that the server takes', async ({
  page,
  clinic,
  visitor,
  request,
}) => {
  const slot = await clinic.freeSlot()
  const headers = { authorization: `Bearer ${process.env.PORTAL_TOKEN || 'portal'}` }
  const data = { location: 'fct', surname: 'Chidi', other_names: 'Eze', email: 'chidi.eze@example.com' }
  const more = { phone_number: '0809 765 4321', appointmentType: 'consultation', appointment_date: slot.date }
  const doctor_id = 'fct-okafor'
  for (let i = 0; i <= 20; i++) {
    const body = { ...data, ...more, start_time: '11:00', doctor_id }
    const answer = await request.post('/api/appointments/book', { headers, data: body })
    expect(answer.status()).toBe(i === 0 ? 201 : i < 20 ? 409 : 428)
  }
  await goToConfirmation(page, visitor, slot)
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible({ timeout: 30_000 })
  expect(await clinic.appointmentsOf(visitor)).toHaveLength(1)
})
