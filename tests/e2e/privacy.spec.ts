import { expect, test } from './clinic.ts'

test.use({ serviceWorkers: 'allow' })

test('what becomes of a patient’s data is told, with the worker installed too', async ({ page }) => {
  await page.goto('/book-appointment')
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  await expect(page.getByText(/^Questions and requests: /)).toBeVisible()
  await expect(page.getByText('Appointments of registered patients: no limit set')).toBeVisible()
})
