import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerMemory } from './support/memory.ts'

/*
 * The bare reference for what has not changed, in a process of its own: whoever names the one tag gets a 304, looked up
 * nowhere. It prints its port when it is ready.
 */
const TAG = '"bare"'
const server = createServer((request, response) => {
  request.resume()
  const isUnchanged = request.headers['if-none-match'] === TAG
  response.writeHead(isUnchanged ? 304 : 200, { etag: TAG }).end()
})
answerMemory()
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
