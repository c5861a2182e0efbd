import type { Page } from '@playwright/test'
import { expect, test } from './clinic.ts'
import { onDeskAndPhone } from './device.ts'
import { instantOf, spokenDay, spokenTime } from './labels.ts'
import { goToConfirmation, heading, next, openConfirmation, submit } from './wizard.ts'

test.use({ expectedProblems: /status of 409/ })

/** One of the nearest times on offer, by what its button says. */
const offer = (page: Page, words: string) =>
  page.getByRole('group', { name: 'has just been taken' }).getByRole('button', { name: words, exact: true })

onDeskAndPhone(() => {
  test('who loses a race is told so, keeps everything and books one of the nearest times', async ({
    page,
    clinic,
    visitor,
  }) => {
    const slot = await clinic.freeSlot()
    // What is asked at the tap may come when the app has asked by itself: nobody takes that answer then.
    const asked = page.waitForResponse(/\/api\/availability\?/)
    await goToConfirmation(page, visitor, slot)
    const answer = await asked
    const untaken = { address: answer.url().replace(/^https?:\/\/[^/]*/, ''), text: await answer.text() }
    await page.evaluate(
      ({ address, text }) =>
        Object.assign(globalThis, {
          earlyAnswer: { address, at: Date.now(), answer: Promise.resolve(new Response(text)) },
        }),
      untaken,
    )
    await clinic.takeSlot(slot)
    await submit(page)

    const notice = page.getByRole('heading', {
      name: `${spokenTime(slot.time)} on ${spokenDay(slot.date).replace(/ \d{4}$/, '')} has just been taken`,
    })
    await expect(notice).toBeFocused()
    // Said once.
    await expect(page.getByText('just been taken')).toHaveCount(1)
    await expect(page.getByText('Everything else you entered is saved.')).toBeVisible()
    await expect(page.getByLabel('Consultation', { exact: true })).toBeChecked()
    // Half an hour before and after are the nearest; the taken time itself is gone.
    await expect(offer(page, '10:00 AM')).toBeVisible()
    await expect(page.getByRole('button', { name: '10:30 AM', exact: true })).toHaveCount(0)
    await offer(page, '11:00 AM').click()
    await expect(notice).toHaveCount(0)
    await next(page)

    await expect(heading(page, 4)).toBeVisible()
    await expect(page.getByText(`${visitor.firstName} ${visitor.lastName}`)).toBeVisible()
    await expect(page.getByText('11:00 AM, Lagos time')).toBeVisible()
    await submit(page)
    await expect(heading(page, 'booked')).toBeVisible()
    expect(await clinic.appointmentsOf(visitor)).toMatchObject([
      { starts_at: instantOf({ ...slot, time: '11:00' }), complaint: '' },
    ])
  })
})

test('with a chosen doctor the nearest times are that doctor’s', async ({ page, clinic, visitor }) => {
  const slot = await clinic.freeSlot()
  await openConfirmation(page, visitor, slot)
  await page.getByRole('button', { name: 'Edit: What' }).click()
  await page.getByLabel('Doctor').selectOption('Dr. Amaka Okafor (General Dentistry)')
  await next(page)
  await expect(heading(page, 4)).toBeVisible()
  await clinic.book(slot, { doctor_id: 'fct-okafor' })
  await clinic.book({ ...slot, time: '11:00' }, { doctor_id: 'fct-okafor' })
  await submit(page)

  await expect(offer(page, '10:00 AM')).toBeVisible()
  await expect(page.getByRole('button', { name: /^11:00 AM/ })).toHaveCount(0)
  await offer(page, '11:30 AM').click()
  await next(page)
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  expect(await clinic.appointmentsOf(visitor)).toMatchObject([
    { starts_at: instantOf({ ...slot, time: '11:30' }), doctor_id: 'fct-okafor' },
  ])
})
