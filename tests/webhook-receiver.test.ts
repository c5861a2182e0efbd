import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { signatureOf } from '../server/webhooks/signature.ts'
import { CONFIRM, clinicWithWebhooks } from '../server/webhooks/webhooks.fixture.ts'

const within = { timeout: 10_000 }

/** The receiver of docs/webhooks.md, as it stands there, until the test is over. */
async function startReceiver(secret: string, port: number) {
  const [, code = ''] = /^```js\n([\s\S]*?)^```/m.exec(await readFile('docs/webhooks.md', 'utf8')) ?? []
  const folder = await mkdtemp(path.join(tmpdir(), 'enamel-receiver-'))
  const file = path.join(folder, 'receiver.mjs')
  await writeFile(file, code)
  const child = spawn(process.execPath, [file], { env: { WEBHOOK_SECRET: secret, PORT: String(port) } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  onTestFinished(async () => {
    child.kill()
    await rm(folder, { recursive: true })
  })
  return { code, said: () => said }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

it('the receiver of the documentation has 20 lines, takes what is signed, once, and refuses all else', async () => {
  const [clinic, port] = [await clinicWithWebhooks(), await freePort()]
  const url = `http://127.0.0.1:${port}/`
  const { id, secret } = await clinic.add(url)
  const receiver = await startReceiver(secret, port)
  expect(receiver.code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(20)
  await vi.waitFor(() => fetch(url, { method: 'POST', body: '{}' }), within)

  const visit = await clinic.bookOne()
  await clinic.change(visit, CONFIRM)
  clinic.deliver()
  await vi.waitFor(async () => expect(await clinic.list()).toMatchObject([{ waiting: 0 }]), within)
  const expected = [
    `appointment.booked ${visit} 2030-03-05T09:00:00Z`,
    `appointment.confirmed ${visit} 2030-03-05T09:00:00Z`,
  ]
  await vi.waitFor(() => expect(receiver.said().trim().split('\n')).toEqual(expected), within)
  expect(await clinic.deliveries(id)).toMatchObject([{ status: 204 }, { status: 204 }])

  const [latest] = await clinic.deliveries(id)
  await clinic.ask('POST', `/${id}/deliveries/${latest?.event}/redeliver`)
  await vi.waitFor(
    async () => expect((await clinic.deliveries(id))[0]).toMatchObject({ attempts: 2, state: 'delivered' }),
    within,
  )

  const body = JSON.stringify({ id: 'new', type: 'appointment.booked', data: { appointment: 'forged' } })
  const post = (signature: string) =>
    fetch(url, { method: 'POST', body, headers: { 'enamel-signature': signature } }).then(
      ({ status }) => status,
    )
  const [now, old] = [new Date(), new Date(Date.now() - 301_000)]
  expect(await post(signatureOf('whsec_other', body, now))).toBe(401)
  expect(await post(signatureOf(secret, `${body} `, now))).toBe(401)
  expect(await post(signatureOf(secret, body, old))).toBe(401)
  expect(await post('')).toBe(401)
  expect(receiver.said().trim().split('\n')).toEqual(expected)
  expect(await post(signatureOf(secret, body, now))).toBe(204)
})
