import path from 'node:path'
import { StartError } from '../../process/start-error.ts'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'
import { spawnProgram } from './programs.ts'
import type { ServerLog } from './server-log.ts'
import { ACCESS_FILE } from './settings.ts'
import { PORT } from './socket.ts'
import { waitFor } from './wait-for.ts'

export type Postmaster = {
  pid: number | undefined
  /** Resolves when it accepts connections; rejects with a StartError when it ended or took too long. */
  ready: Promise<void>
  /** Resolves when it has ended, with the reason for the log. */
  ended: Promise<string>
  /** Stops it within `STOP_WITHIN_MS`, open connections or not. No committed data is lost. */
  stop(): Promise<void>
}

/** Milliseconds. The whole server has 14 s to stop, and open requests are answered first. */
const FAST_STOP_MS = 3000
const STOP_WITHIN_MS = 4000
const LAST_WORDS_WITHIN_MS = 300
/** Recovery after a power cut may take minutes. */
const READY_WITHIN_MS = 180_000

export type PostmasterOptions = {
  home: Home
  binaries: Binaries
  serverLog: ServerLog
  /** A process id in `postmaster.pid` that is no server's; see leftovers.ts. */
  stalePid: number | undefined
}

/** The caller holds the folder's lock. */
export function startPostmaster({ home, binaries, serverLog, stalePid }: PostmasterOptions): Postmaster {
  serverLog.clear()
  // As arguments, which no file of settings and no ALTER SYSTEM overrides.
  const access = {
    listen_addresses: '',
    port: PORT,
    // Relative to the data directory, whose path may be longer than a socket's.
    unix_socket_directories: '.',
    unix_socket_permissions: '0700',
    hba_file: path.join(home.cluster, ACCESS_FILE),
  }
  const settings = Object.entries(access).flatMap(([name, setting]) => ['-c', `${name}=${setting}`])
  const args = ['-D', home.cluster, ...settings]
  // pg_ctl's way to say that a process id is its own caller's: PostgreSQL then ignores it.
  const env: Record<string, string> = stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) }
  const child = spawnProgram(binaries.postgres, args, home.account, { env })

  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => {
      // Output may still be in the pipe, but sessions that outlive a killed server keep the pipe open.
      const wordsRead = setTimeout(() => resolve(signal ?? `code ${code}`), LAST_WORDS_WITHIN_MS)
      child.once('close', () => {
        clearTimeout(wordsRead)
        resolve(signal ?? `code ${code}`)
      })
    })
  })
  const ready = new Promise<void>((resolve, reject) => {
    const tooLate = setTimeout(() => {
      reject(new StartError(`The database did not become ready within ${READY_WITHIN_MS / 1000} s.`))
    }, READY_WITHIN_MS)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      serverLog.write(text)
      if (!serverLog.tail().includes('database system is ready to accept connections')) return
      clearTimeout(tooLate)
      resolve()
    })
    void ended.then((how) => {
      clearTimeout(tooLate)
      reject(new StartError(`The database did not start (${how}). Its last words:\n${serverLog.tail()}`))
    })
  })
  // The caller awaits `ready`; a server stopped before then is no unhandled rejection.
  ready.catch(() => undefined)

  const stop = async () => {
    let over = child.pid === undefined
    void ended.then(() => {
      over = true
    })
    // SIGINT ends sessions and writes a checkpoint; SIGQUIT leaves recovery to the next start.
    child.kill('SIGINT')
    if (await waitFor(() => over, FAST_STOP_MS)) return
    child.kill('SIGQUIT')
    await waitFor(() => over, STOP_WITHIN_MS - FAST_STOP_MS)
  }
  return { pid: child.pid, ready, ended, stop }
}
