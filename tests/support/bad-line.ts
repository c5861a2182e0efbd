import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/*
 * A bad line to a real server: a TCP proxy on this machine that harms requests as a phone's connection does. It knows
 * no more of HTTP than where a request begins, so whatever a client does about a broken connection is put to the test.
 */

/**
 * What happens to a request. 'dropped': the connection is gone before it arrives. 'halved': a part of it arrives.
 * 'unanswered': it arrives, and its answer is lost. 'cut': the answer breaks off in the middle. 'stalled': the answer is
 * lost and the connection stays open for a while. 'late': both ways take their time.
 */
const HARMS = ['dropped', 'halved', 'unanswered', 'cut', 'stalled', 'late'] as const
type Harm = (typeof HARMS)[number]
export type Fate = Harm | 'well'

type Options = {
  /** The server behind the line, at 127.0.0.1. */
  port: number
  /** What happens to the next request. */
  nextFate: () => Fate
  /** Which requests can be harmed, by their first line; the others always go well. */
  harms?: (firstLine: string) => boolean
  /** How long a late request and its answer take, each, and a stalled connection stays open; in milliseconds. */
  delayMs?: number
  stallMs?: number
}

/** Opens a line. `seen` counts what happened on it. */
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

/** A client sends its next request on a connection only when the one before is answered, so each has a chunk of its own. */
const isBeginning = (chunk: Buffer) =>
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD) \//.test(chunk.toString('latin1', 0, 10))

/**
 * Fates by chance, the same ones for the same seed.
 * @param harmed which share of the requests is harmed, from 0 to 1; each kind of harm is as likely as the others
 */
export function fatesByChance(seed: number, harmed: number): () => Fate {
  const random = mulberry32(seed)
  return () => (random() < harmed ? (HARMS[Math.floor(random() * HARMS.length)] as Harm) : 'well')
}

/** A small random generator that can be started anywhere: numbers from 0 up to 1. */
export function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
