import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'

export type Streams = {
  /** When the last of all streams had the change that comes next, in `performance.now()`. */
  delivered(): Promise<number>
  close(): void
}

const ID = /"id":"([^"]+)"/g

/** Opens streams of events, and waits until each has begun. */
export async function openStreams(
  url: string,
  headers: Record<string, string>,
  count: number,
): Promise<Streams> {
  const requests: ClientRequest[] = []
  /** How many streams have had a change, by its id; one that comes again counts once. */
  const had = new Map<string, number>()
  let onDelivered = (_at: number) => {}

  async function openOne(): Promise<void> {
    const sent = request(url, { headers, agent: false })
    requests.push(sent)
    // Ended by us.
    sent.on('error', () => {})
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) throw new Error(`a stream answered ${response.statusCode}`)
    response.on('error', () => {})
    const seen = new Set<string>()
    response.on('data', (part: Buffer) => {
      for (const [, id = ''] of part.toString().matchAll(ID)) {
        if (seen.has(id)) continue
        seen.add(id)
        const streams = (had.get(id) ?? 0) + 1
        had.set(id, streams)
        if (streams === count) onDelivered(performance.now())
      }
    })
    await once(response, 'data')
  }
  // A few at a time: a thousand at once would wait in the queue of connections.
  for (let opened = 0; opened < count; opened += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - opened) }, openOne))
  }

  return {
    delivered: () =>
      new Promise((resolve) => {
        onDelivered = resolve
      }),
    close: () => {
      for (const one of requests) one.destroy()
    },
  }
}
