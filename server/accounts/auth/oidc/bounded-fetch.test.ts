import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { boundedFetch } from './bounded-fetch.ts'

async function ask(bytes: number): Promise<string> {
  const server = createServer((_, response) => response.end('x'.repeat(bytes)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const options = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const
  return (await boundedFetch(`http://127.0.0.1:${port}/`, options)).text()
}

it('a bounded fetch reads an answer of a mebibyte', async () => {
  expect(await ask(1024 * 1024)).toHaveLength(1024 * 1024)
})

it('a bounded fetch gives up on a longer answer', async () => {
  await expect(ask(1024 * 1024 + 1)).rejects.toThrow('more than it may')
})
