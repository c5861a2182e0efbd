import { FALLBACK_SERVICE_CATEGORIES } from '../../domain/service-categories.ts'
import { expect, test } from './clinic.ts'
import { chooseSlot, fillPersonal, heading, next, startAsVisitor, submit } from './wizard.ts'

const SERVICES = '**/api/fetch/services'

test.describe('when the list of services cannot be had', () => {
  test.use({ expectedProblems: /fetch\/services|ERR_FAILED/ })

  test('the general categories are offered and can be booked', async ({ page, clinic, visitor }) => {
    await page.route(SERVICES, (route) => route.abort())
    const slot = await clinic.freeSlot()
    await startAsVisitor(page)
    await fillPersonal(page, visitor)
    await next(page)
    await page.getByLabel('Consultation', { exact: true }).check()
    const select = page.getByRole('combobox', { name: 'Why do you want to see a Doctor?' })
    await expect(select.getByRole('option')).toHaveText(['Choose...', ...FALLBACK_SERVICE_CATEGORIES])
    await select.selectOption('Bleeding in the gum')
    await chooseSlot(page, slot)
    await next(page)
    await submit(page)

    await expect(heading(page, 'booked')).toBeVisible()
    expect(await clinic.appointmentsOf(visitor)).toMatchObject([
      { service_id: null, service_text: 'Bleeding in the gum' },
    ])
  })
})

test.describe('when a service was taken off the list while the page was open', () => {
  test.use({ expectedProblems: /status of 400/ })

  test('its selector is labelled as the type asks, the server’s refusal is shown there, and everything else is kept', async ({
    page,
    clinic,
    visitor,
  }) => {
    // The list of this morning, which the page still holds.
    await page.route(SERVICES, async (route) => {
      const response = await route.fetch()
      const { data, ...envelope } = await response.json()
      data.push({ id: 'gold-tooth', name: 'Gold Tooth', tariff: null })
      await route.fulfill({ response, json: { ...envelope, data } })
    })
    const slot = await clinic.freeSlot()
    await startAsVisitor(page)
    await fillPersonal(page, visitor)
    await next(page)
    await expect(page.getByRole('combobox', { name: 'Service' })).toBeDisabled()
    await page.getByLabel('Consultation', { exact: true }).check()
    await page.getByRole('combobox', { name: 'Consultation Category' }).selectOption('Tooth Pain')
    await page.getByRole('radio', { name: 'Procedure' }).check()
    // Another type has other services, so what was chosen before does not stay.
    const select = page.getByRole('combobox', { name: 'Procedure' })
    await expect(select).toHaveValue('')
    await select.selectOption('Gold Tooth')
    await chooseSlot(page, slot)
    await next(page)
    await submit(page)

    await expect(heading(page, 3)).toBeVisible()
    await expect(select).toHaveAccessibleDescription(
      "This service isn't available for this appointment type.",
    )
    await expect(select).toBeFocused()
    await expect(page.locator('[data-status]')).toHaveCount(0)
    expect(await clinic.appointmentsOf(visitor)).toEqual([])

    await select.selectOption('Dental Implant')
    await next(page)
    await submit(page)
    await expect(heading(page, 'booked')).toBeVisible()
    expect(await clinic.appointmentsOf(visitor)).toMatchObject([{ service_id: 'implant' }])
  })
})
