import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { barePool } from './bare-pool.ts'

/*
 * The bare reference for a list over HTTP, in a process of its own: the query whose place in BARE_QUERIES is the path,
 * its rows as JSON, and nothing else: no session, no checks, no total. It prints its port when it is ready.
 */
const queries = JSON.parse(process.env.BARE_QUERIES ?? '[]') as string[]
const pool = barePool(process.env.DATABASE_URL ?? '', 10)
const server = createServer((request, response) => {
  const place = Number(request.url?.slice(1))
  request.resume()
  request.on('end', async () => {
    const { rows } = await pool.query({ name: `bare-${place}`, text: queries[place] ?? '' })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: rows }))
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
