import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, refused, signIn, test } from './staff.ts'

// An address in a private network, which is asked of the server.
test.use({ expectedProblems: refused(400) })

test('an admin adds a webhook, sees its secret once, tests it, sends again, switches it off and deletes it', async ({
  page,
  staff,
}) => {
  const received: { body: string; signature: string }[] = []
  const receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    received.push({ body, signature: String(request.headers['enamel-signature']) })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/enamel`

  await signIn(page, await staff.colleague())
  await page.getByRole('button', { name: /your account/ }).click()
  await page.getByRole('menuitem', { name: 'Webhooks' }).click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a webhook' })
  await adding.getByLabel('Address').fill('enamel.example.com')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByText('starts with https://, without a username')).toBeVisible()
  await adding.getByLabel('Address').fill('https://10.0.0.5/enamel')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByText('in a private network or on this machine')).toBeVisible()
  await adding.getByLabel('Address').fill(url)
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'The secret of this webhook' })
  const secret = await shown.getByLabel('Secret', { exact: true }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  await shown.getByRole('button', { name: 'Send a test' }).click()
  await expect(shown.getByText('Response 204')).toBeVisible()
  await shown.getByRole('button', { name: 'Done' }).click()

  const card = page.getByRole('region', { name: url })
  const row = card.getByRole('list', { name: 'Latest deliveries' }).getByRole('listitem')
  await expect(row).toContainText(/Test.*Delivered.*Response 204/)
  await row.getByRole('button', { name: /^Send again/ }).click()
  await expect(row).toContainText('2 tries')
  expect(received.map(({ body }) => body)).toEqual([received[0]?.body, received[0]?.body])
  for (const { body, signature } of received) {
    const t = /^t=(\d+),/.exec(signature)?.[1]
    const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
    expect(signature).toBe(`t=${t},v1=${v1}`)
  }

  await card.getByRole('button', { name: 'Turn off' }).click()
  await expect(card.getByText(/^Turned off on/)).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)
  await card.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this webhook?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a webhook' })).toBeFocused()
  receiver.close()
})
