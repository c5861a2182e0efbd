import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { PROOF_HEADER } from '../../contract/proof.ts'
import { expect, test } from './clinic.ts'
import { goToConfirmation, heading, submit } from './wizard.ts'

test.use({ expectedProblems: /status of 428/ })

const MOST = 1_000_000

test('a page that is asked for a proof finds it by itself and books under the same key', async ({
  page,
  clinic,
  visitor,
}) => {
  await goToConfirmation(page, visitor, await clinic.freeSlot())
  const data = await createChallenge({
    algorithm: 'SHA-256',
    cost: 1,
    counter: MOST,
    data: { call: 'this one', level: 0, most: MOST },
    deriveKey,
    expiresAt: new Date(Date.now() + 60_000),
    hmacSignatureSecret: 'of the test',
  })
  const sent: { key: string | undefined; proof: string | undefined; body: string | null }[] = []
  await page.route('**/api/appointments/book', async (route) => {
    const headers = route.request().headers()
    const proof = headers[PROOF_HEADER.toLowerCase()]
    sent.push({ key: headers['idempotency-key'], proof, body: route.request().postData() })
    if (proof) return route.continue()
    await route.fulfill({
      status: 428,
      json: { success: false, code: 'proof_required', message: 'Wait.', data },
    })
  })
  const said = page.getByText("Making sure you're not a robot.")
  const shown = said.waitFor()
  await submit(page)
  await shown
  await expect(heading(page, 'booked')).toBeVisible()
  const [first, second, ...more] = sent
  expect(more).toEqual([])
  expect(second).toMatchObject({ key: first?.key, body: first?.body })
  const { solution } = JSON.parse(atob(second?.proof ?? ''))
  expect(solution.counter).toBe(MOST)
  expect(await clinic.appointmentsOf(visitor)).toHaveLength(1)
})
