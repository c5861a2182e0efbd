import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerMemory } from './support/memory.ts'

/*
 * The bare reference for streams of events, in a process of its own: whoever asks gets a stream, and what is posted
 * is answered and then written to all of them. It prints its port when it is ready.
 */
const streams = new Set<ServerResponse>()
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: ready\ndata: {}\n\n')
    streams.add(response)
    response.on('close', () => streams.delete(response))
    return
  }
  let event = ''
  request.on('data', (part) => {
    event += part
  })
  request.on('end', () => {
    response.writeHead(201).end('{}')
    const frame = `event: change\ndata: ${event}\n\n`
    for (const stream of streams) stream.write(frame)
  })
})
answerMemory()
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
