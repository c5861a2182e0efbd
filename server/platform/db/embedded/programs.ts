import { type ChildProcess, spawn } from 'node:child_process'
import type { Account } from './account.ts'

/**
 * Starts a PostgreSQL program as the given account. It has its own process group, so that Ctrl-C reaches only
 * Enamel, which stops things in order, and none of Enamel's environment, which has secrets. When Enamel ends
 * first, the program gets a signal.
 * @param input standard input
 */
export function spawnProgram(
  program: string,
  args: readonly string[],
  account: Account | undefined,
  { env = {}, input }: { env?: Record<string, string>; input?: string } = {},
): ChildProcess {
  const child = spawn(program, args, {
    ...account,
    // Every account can enter it.
    cwd: '/',
    detached: true,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...env },
  })
  const stopChild = () => child.kill('SIGINT')
  process.on('exit', stopChild)
  child.once('exit', () => process.off('exit', stopChild))
  child.once('error', () => process.off('exit', stopChild))
  child.stdin?.end(input)
  return child
}

/** @throws {Error} with the line that says what failed, or the last output line */
export async function runProgram(...args: Parameters<typeof spawnProgram>): Promise<void> {
  const child = spawnProgram(...args)
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-4000)
  })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) return resolve()
      const lines = words.trim().split('\n')
      // Lines about cleaning up follow the error.
      const why = lines.findLast((line) => /\b(?:error|FATAL|PANIC):/.test(line)) ?? lines.at(-1)
      reject(new Error(why || `it ended with ${signal ?? `code ${code}`}`))
    })
  })
}
