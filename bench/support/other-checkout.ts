import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Pool } from 'undici'
import { inTurns, measure } from './load.ts'
import { amount, beside } from './options.ts'
import { compared, type Row, twice } from './report.ts'
import { withStack } from './stack.ts'

const SECONDS = amount(5, 1)
const STORED = amount(100_000, 1_000)

type OtherStack = { databaseUrl: string; url: string; server: ChildProcess; stop(): Promise<void> }

/** The part of another checkout's `bench/support` that is used; it is so since November 2026. */
type Support = {
  startStack(connections: number): Promise<OtherStack>
  storeAppointments(databaseUrl: string, stored: number): Promise<void>
}

/**
 * The same client in turns with this checkout and with another one: each has its own server, database and appointments, started and
 * stored by its own code. While one is measured the other's process stands still: what it still has to send would take the cores.
 * @param workOn makes the work on one server
 */
export async function besideAnother(
  what: string,
  connections: number,
  workOn: (http: Pool) => () => Promise<void>,
): Promise<Row[]> {
  const supportOf = (file: string): Promise<Support> =>
    import(pathToFileURL(path.resolve(beside ?? '', 'bench/support', file)).href)
  const { startStack } = await supportOf('stack.ts')
  const { storeAppointments } = await supportOf('appointments.ts')
  return withStack({ connections, stored: STORED }, async (stack) => {
    const other = await startStack(connections)
    const http = new Pool(other.url, { connections })
    try {
      await storeAppointments(other.databaseUrl, STORED)
      const alone = (work: () => Promise<void>, resting: ChildProcess) => async () => {
        resting.kill('SIGSTOP')
        return measure({ connections, seconds: SECONDS, work }).finally(() => resting.kill('SIGCONT'))
      }
      const ours = alone(workOn(stack.http), other.server)
      const theirs = alone(workOn(http), stack.server)
      const loads = await inTurns({ ours, again: ours, theirs })
      const pair = { ours: loads.ours, reference: loads.theirs, beside: 'the other checkout' }
      return [
        twice(what, 'perSecond', loads.ours, loads.again),
        compared(what, 'perSecond', pair, { atLeast: 0.95 }),
      ]
    } finally {
      await http.close()
      await other.stop()
    }
  })
}
