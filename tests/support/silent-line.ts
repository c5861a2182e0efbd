import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { connectToDatabase } from './database-socket.ts'

/**
 * A TCP proxy in front of a PostgreSQL that loses connections as a network does: silently, or in the middle of a question.
 * @param databaseUrl of the tests' server
 */
export async function openSilentLine(databaseUrl: string) {
  const lines = new Set<{ ends: Socket[]; isSilent: boolean }>()
  let isSilent = false
  let cutsNext = 0

  const proxy = createServer((client) => {
    const server = connectToDatabase(databaseUrl)
    const line = { ends: [client, server], isSilent }
    lines.add(line)
    const hangUp = () => {
      lines.delete(line)
      for (const end of line.ends) end.destroy()
    }
    for (const end of line.ends) end.setNoDelay().on('error', hangUp).on('close', hangUp)
    client.on('data', (chunk) => {
      if (line.isSilent) return
      if (cutsNext > 0) {
        cutsNext -= 1
        hangUp()
      } else server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (!line.isSilent) client.write(chunk)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)

  return {
    url: url.href,
    /** Stops passing anything on any connection, without closing one. */
    goSilent() {
      isSilent = true
      for (const line of lines) line.isSilent = true
    },
    /** New connections work again; the silent ones stay silent. */
    speak() {
      isSilent = false
    },
    /** Cuts the connections on which the next `questions` are sent; the database sees nothing of them. */
    cutNext(questions = 1) {
      cutsNext = questions
    },
    /** Open connections, the silent ones among them. */
    count: () => lines.size,
    async [Symbol.asyncDispose]() {
      proxy.close()
      for (const { ends } of lines) for (const end of ends) end.destroy()
    },
  }
}
