import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/*
 * A TCP proxy on this machine that harms requests as a phone's connection does. It knows only where an HTTP
 * request begins, so the client's whole handling of broken connections is tested.
 */

/**
 * 'dropped': the connection ends before the request arrives. 'halved': a part of it arrives. 'unanswered': it
 * arrives, and its answer is lost. 'cut': the answer breaks off. 'stalled': the answer is lost and the
 * connection stays open for a while. 'late': both ways are delayed.
 */
const HARMS = ['dropped', 'halved', 'unanswered', 'cut', 'stalled', 'late'] as const
type Harm = (typeof HARMS)[number]
export type Fate = Harm | 'well'

type Options = {
  /** The server behind the proxy, at 127.0.0.1. */
  port: number
  nextFate: () => Fate
  /** Selects the requests to harm by their first line; the others always succeed. */
  harms?: (firstLine: string) => boolean
  /**
   * Delay of a late request and of its answer, and how long a stalled connection stays open; in milliseconds.
   */
  delayMs?: number
  stallMs?: number
}

/** `seen` counts the harms. */
export async function openBadLine({
  port,
  nextFate,
  harms = () => true,
  delayMs = 30,
  stallMs = 200,
}: Options) {
  const seen: Record<Fate, number> = {
    well: 0,
    dropped: 0,
    halved: 0,
    unanswered: 0,
    cut: 0,
    stalled: 0,
    late: 0,
  }
  const sockets = new Set<Socket>()

  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    const ends = [client, server]
    const timers: NodeJS.Timeout[] = []
    const hangUp = () => {
      for (const timer of timers) clearTimeout(timer)
      for (const end of ends) end.destroy()
    }
    const later = (ms: number, act: () => void) => timers.push(setTimeout(act, ms))
    for (const end of ends) {
      sockets.add(end)
      end.setNoDelay()
      end.on('error', hangUp)
      end.on('close', () => {
        sockets.delete(end)
        hangUp()
      })
    }

    let fate: Fate = 'well'
    client.on('data', (chunk) => {
      if (isBeginning(chunk)) {
        fate = harms(chunk.toString('latin1').split('\r\n', 1)[0] ?? '') ? nextFate() : 'well'
        seen[fate] += 1
      }
      if (fate === 'dropped') hangUp()
      else if (fate === 'halved') server.write(chunk.subarray(0, chunk.length / 2), hangUp)
      else if (fate === 'late') later(delayMs, () => server.write(chunk))
      else server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (fate === 'unanswered') hangUp()
      else if (fate === 'cut') client.write(chunk.subarray(0, chunk.length / 2), hangUp)
      else if (fate === 'stalled') later(stallMs, hangUp)
      else if (fate === 'late') later(delayMs, () => client.write(chunk))
      else client.write(chunk)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    seen,
    async close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

/** Clients do not pipeline, so each request starts in its own chunk. */
const isBeginning = (chunk: Buffer) =>
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD) \//.test(chunk.toString('latin1', 0, 10))

/**
 * Random fates, repeatable by seed.
 * @param harmed share of the requests that is harmed, from 0 to 1; each kind is equally likely
 */
export function fatesByChance(seed: number, harmed: number): () => Fate {
  const random = mulberry32(seed)
  return () => (random() < harmed ? (HARMS[Math.floor(random() * HARMS.length)] as Harm) : 'well')
}

/** A seeded random generator: numbers from 0 up to 1. */
export function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
